import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** Name of a crew of the plant; null: there is none. */
export async function crewName(reads: Reads, plantId: number, id: number): Promise<string | null> {
  const query = sql<{ name: string }>`select name from crews where plant_id = ${plantId} and id = ${id}`
  return (await readRows(reads, query))[0]?.name ?? null
}

/** Repairs that the project of each of these allows on one piece or weld; unknown projects are left out. */
export async function repairLimits(
  reads: Reads,
  plantId: number,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readRows(
    reads,
    sql<{ id: number; limit: number }>`
      select id, max_weld_repairs as limit from projects
      where plant_id = ${plantId} and id = any(${[...projectIds]}::bigint[])`,
  )
  return new Map(rows.map(({ id, limit }) => [id, limit]))
}
