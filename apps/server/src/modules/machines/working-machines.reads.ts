import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

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
