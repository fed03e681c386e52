import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import { type DemoGroup, demoGroups, placesOf } from './machines.demo-data.ts'
import { machineSearch } from './save-machine.ts'

/** The machines of the demo factory, fed as source `demo`; their ids are known as `machine:CUT-01`. */
export async function machinesDemo(write: Write, { plantId, known }: DemoContext): Promise<void> {
  const profiles = await idsByCode(write, plantId, sql`machine_profiles`)
  const processes = await idsByCode(write, plantId, sql`processes`)
  const rows = ['W1', 'W2', 'W3'].flatMap((workshop) => machinesOfWorkshop(workshop))
  const added = await write
    .insertInto('machines')
    .values(
      rows.map(({ group, code, name, at, place }) => ({
        plant_id: plantId,
        code,
        line: group.line,
        name,
        source: 'demo' as const,
        profile_id: profiles.get(group.profile) ?? 0,
        workshop_id: Number(known.get(`workshop:${group.workshop}`) ?? 0) || null,
        process_id: processes.get(group.process ?? '') ?? null,
        model: group.model,
        maker: group.maker,
        serial_no: `${group.prefix}${2019 + (at % 6)}${String(at).padStart(3, '0')}`,
        criticality: group.criticality,
        commissioned_on: `${2019 + (at % 6)}-${String(1 + (at % 12)).padStart(2, '0')}-15`,
        rated_kw: group.ratedKw,
        standard_rate: group.rate?.[0] ?? null,
        rate_unit: group.rate?.[1] ?? '',
        x_m: place.x,
        y_m: place.y,
        width_m: group.size[0],
        depth_m: group.size[1],
        search: machineSearch({
          code,
          name,
          line: group.line,
          model: group.model,
          maker: group.maker,
          serialNo: '',
        }),
        created_by: null,
        updated_by: null,
        updated_by_name: '刘志强',
      })),
    )
    .returning(['id', 'code'])
    .execute()
  for (const { id, code } of added) known.set(`machine:${code}`, String(id))
  await sql`update machine_profiles set used = true where plant_id = ${plantId}
    and id in (select profile_id from machines where plant_id = ${plantId})`.execute(write)
}

interface DemoMachine {
  readonly group: DemoGroup
  readonly code: string
  readonly name: string
  readonly at: number
  readonly place: { readonly x: number; readonly y: number }
}

/** The machines of a workshop of the demo factory, each in its place. */
export function machinesOfWorkshop(workshop: string): DemoMachine[] {
  const machines = demoGroups
    .filter((group) => group.workshop === workshop)
    .flatMap((group) => Array.from({ length: group.count }, (_, index) => ({ group, at: index + 1 })))
  const places = placesOf(machines.map(({ group }) => group.size))
  return machines.map(({ group, at }, index) => ({
    group,
    at,
    code: `${group.prefix}-${String(at).padStart(2, '0')}`,
    name: `${at} 号${group.name}`,
    place: places[index] ?? { x: 0, y: 0 },
  }))
}

async function idsByCode(
  write: Write,
  plantId: number,
  table: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from ${table} where plant_id = ${plantId}`.execute(write)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Creates the missing machines of the simulated site (`SIM-CUT-01` …), which every factory has. */
export async function seedSimulatedMachines(write: Write, plantId: number): Promise<void> {
  const { rows: newest } = await sql<{ id: number; code: string }>`
    select distinct on (code) id, code from machine_profiles where plant_id = ${plantId}
    order by code, profile_version desc`.execute(write)
  const profiles = new Map(newest.map(({ id, code }) => [code, id]))
  const rows = ['W1', 'W2', 'W3'].flatMap((workshop) => machinesOfWorkshop(workshop))
  await write
    .insertInto('machines')
    .values(
      rows.map(({ group, code, name, place }) => ({
        plant_id: plantId,
        code: `SIM-${code}`,
        site: 'sim',
        line: group.line,
        name,
        source: 'sim' as const,
        profile_id: profiles.get(group.profile) ?? 0,
        criticality: group.criticality,
        rated_kw: group.ratedKw,
        standard_rate: group.rate?.[0] ?? null,
        rate_unit: group.rate?.[1] ?? '',
        x_m: place.x,
        y_m: place.y,
        width_m: group.size[0],
        depth_m: group.size[1],
        search: machineSearch({
          code: `SIM-${code}`,
          name,
          line: group.line,
          model: '',
          maker: '',
          serialNo: '',
        }),
        updated_by_name: '',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`update machine_profiles p set used = true where p.plant_id = ${plantId} and not p.used
    and exists (select from machines m where m.profile_id = p.id)`.execute(write)
}
