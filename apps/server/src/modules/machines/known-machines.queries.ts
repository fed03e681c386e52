import { sql } from 'kysely'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { MachineClass, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { KnownMachine, KnownSignal } from '@cloud-factory/domain/machines/known-machine'
import type { PositionedMachine } from '@cloud-factory/domain/wall/wall-frame'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { spellings } from '../../platform/search/search-text.ts'

interface EquipmentMachine extends KnownMachine {
  readonly machineClass: MachineClass
  readonly standardRate: number | null
  readonly ratedKw: number | null
}

/** All active machines of a plant with their signals in slot order; for telemetry. */
export async function knownMachines(reads: Reads, plantId: number): Promise<EquipmentMachine[]> {
  const [machines, signals] = await Promise.all([
    readRows(
      reads,
      sql<Omit<EquipmentMachine, 'signals'>>`
        select m.id, m.plant_id as "plantId", m.code, m.name, m.site, m.line, m.source, m.profile_id as "profileId",
          p.code as "profileCode", p.profile_version as "profileVersion", p.rate_ms as "rateMs",
          p.class as "machineClass", m.standard_rate::float8 as "standardRate", m.rated_kw::float8 as "ratedKw"
        from machines m join machine_profiles p on p.id = m.profile_id
        where m.plant_id = ${plantId} and m.active order by m.id`,
    ),
    readRows(
      reads,
      sql<KnownSignal & { readonly profileId: number }>`
        select s.profile_id as "profileId", s.slot, s.code, s.names, s.unit, s.decimals, s.kind, s.role, s.low, s.high, s.deadband,
          s.deadband_percent as "deadbandPercent", s.silence_s as "silenceS"
        from profile_signals s
        where s.profile_id in (select profile_id from machines where plant_id = ${plantId} and active)
        order by s.profile_id, s.slot`,
    ),
  ])
  const byProfile = Map.groupBy(signals, ({ profileId }) => profileId)
  return machines.map((machine) => ({
    ...machine,
    signals: byProfile.get(machine.profileId) ?? [],
  }))
}

/** All active machines of a plant, by code; a few hundred at most. */
export const positionedMachines = (reads: Reads, plantId: number): Promise<PositionedMachine[]> =>
  readRows(
    reads,
    sql<PositionedMachine>`
      select m.id, m.code, m.name, p.class, m.source, m.line, m.workshop_id as "workshopId",
        m.process_id::text as "processId", p.rate_ms as "rateMs", m.rated_kw::float8 as "ratedKw", m.standard_rate::float8 as "standardRate",
        m.rate_unit as "outputUnit", m.x_m::float8 as "xM", m.y_m::float8 as "yM",
        m.width_m::float8 as "widthM", m.depth_m::float8 as "depthM", coalesce((
          select jsonb_agg(jsonb_build_object('slot', s.slot, 'code', s.code, 'names', s.names, 'role', s.role, 'kind', s.kind,
            'unit', s.unit, 'low', s.low, 'high', s.high) order by s.slot)
          from profile_signals s where s.profile_id = p.id), '[]') as signals
      from machines m join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.code`,
  )

interface SizedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly workshopId: number | null
  readonly widthM: number | null
  readonly depthM: number | null
}

/** Active machines with their sizes, simulated ones included; for the factory plan. */
export const machineSizes = (reads: Reads, plantId: number): Promise<SizedMachine[]> =>
  readRows(
    reads,
    sql<SizedMachine>`
      select m.id, m.code, m.name, p.class, m.source, m.workshop_id as "workshopId", m.width_m::float8 as "widthM",
        m.depth_m::float8 as "depthM"
      from machines m join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.code limit 1000`,
  )

interface WorkingMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly processId: number | null
}

/** Active machines that are not simulated, by code, or the one with this id; for work reports. */
export const workingMachines = (reads: Reads, plantId: number, id?: number): Promise<WorkingMachine[]> =>
  readRows(
    reads,
    sql<WorkingMachine>`
      select id, code, name, process_id as "processId" from machines
      where plant_id = ${plantId} and active and source <> 'sim' and ${id === undefined ? sql`true` : sql`id = ${id}`}
      order by code limit 1000`,
  )

/** Code and name of machines by id; without simulated ones. */
export async function machineNames(
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await readRows(
    reads,
    sql<{ readonly id: number; readonly name: string }>`
      select id, code || ' ' || name as name from machines
      where plant_id = ${plantId} and source <> 'sim' and id = any(${[...new Set(ids)]}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Ids of welding machines, active or not; without simulated ones. */
export async function weldingMachines(reads: Reads, plantId: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ readonly id: number }>`
      select m.id from machines m join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.source <> 'sim' and p.class in ('gantry_saw', 'robot')`,
  )
  return rows.map(({ id }) => id)
}

/** The machine with this code: its page for people who stand before it. */
export const machinesByCode =
  (reads: Reads) =>
  async (actor: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    if (!actor.tags.includes('equipment.view')) return []
    const rows = await readRows(
      reads,
      sql<{ id: number; code: string; name: string }>`
        select id, code, name from machines
        where plant_id = ${actor.plantId} and code = any(${spellings(code)}) limit ${limit}`,
    )
    return rows.map((row) => ({
      kind: 'machine',
      ...row,
      id: String(row.id),
      project: null,
      status: null,
      profile: null,
      path: `/equipment/at/${row.code}`,
    }))
  }
