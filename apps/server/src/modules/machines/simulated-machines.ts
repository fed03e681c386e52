import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { machinesOfWorkshop } from './machines.demo.ts'
import { machineSearch } from './save-machine.ts'

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
