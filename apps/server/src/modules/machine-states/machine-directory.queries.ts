import { sql } from 'kysely'
import type {
  MachineClass,
  MachineSource,
  SignalRole,
  ShownState,
} from '@cloud-factory/domain/machines/equipment-enums'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** A machine as used by states, figures and alarms. */
export interface DirectoryMachine {
  readonly id: number
  readonly plantId: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly line: string
  readonly workshopId: number | null
  readonly rateMs: number
  /** Output per running hour, in the unit of its output counter; null: not set. */
  readonly standardRate: number | null
  readonly outputUnit: string
  readonly energyUnit: string
  /** Unit of its arc signal, which decides whether the signal counts time or only shows a burning arc. */
  readonly arcUnit: string
  readonly arcIsCounter: boolean
  /** Slot of a frame's values, from 1, by what the signal means. */
  readonly slots: Readonly<Partial<Record<SignalRole, number>>>
  /** The same by the machine's own code of the signal. */
  readonly codes: Readonly<Record<string, number>>
  /** Units of values by slot; empty: dimensionless. */
  readonly units: Readonly<Record<number, string>>
}

/** All active machines of the plant except simulated ones, by code; at most a few hundred. */
export function machineDirectory(reads: Reads, plantId: number): Promise<DirectoryMachine[]> {
  return readRows(
    reads,
    sql<DirectoryMachine>`
      select m.id, m.plant_id as "plantId", m.code, m.name, p.class, m.source, m.line,
        m.workshop_id as "workshopId", p.rate_ms as "rateMs", m.standard_rate as "standardRate",
        coalesce(nullif(s.unit, ''), m.rate_unit) as "outputUnit", s.slots, s.codes, s.units,
        s.energy as "energyUnit", s.arc as "arcUnit", s.counts as "arcIsCounter"
      from machines m join machine_profiles p on p.id = m.profile_id cross join lateral (
        select coalesce(jsonb_object_agg(role, slot) filter (where role is not null), '{}') as slots,
          coalesce(jsonb_object_agg(code, slot), '{}') as codes,
          coalesce(jsonb_object_agg(slot, unit), '{}') as units,
          coalesce(max(unit) filter (where role = 'output'), '') as unit,
          coalesce(max(unit) filter (where role = 'energy'), '') as energy,
          coalesce(max(unit) filter (where role = 'arc_on'), '') as arc,
          coalesce(bool_or(kind = 'counter') filter (where role = 'arc_on'), false) as counts
        from profile_signals where profile_id = p.id) s
      where m.plant_id = ${plantId} and m.active and m.source <> 'sim' order by m.code`,
  )
}

/**
 * SQL of a machine's displayed state, from its open interval `i` and its link `l`; both may be missing. A machine without a
 * link is offline, whatever its last state. A connected machine that sends no state has no data, but is not offline.
 */
export const shownState = sql<ShownState>`case when l.online then coalesce(nullif(i.state, 'offline'), 'unknown')
  when l.online is null then coalesce(i.state, 'offline') else 'offline' end`

/** Joins both to machines `m`. */
export const shownStateJoins = sql`left join machine_intervals i on i.machine_id = m.id and i.t1 is null
  left join telemetry_links l on l.machine_id = m.id`
