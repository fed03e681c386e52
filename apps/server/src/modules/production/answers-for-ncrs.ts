import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** Name of a crew of the plant; null: no such crew. */
export async function crewName(reads: Reads, plantId: number, id: number): Promise<string | null> {
  const query = sql<{ name: string }>`select name from crews where plant_id = ${plantId} and id = ${id}`
  return (await readRows(reads, query))[0]?.name ?? null
}

/** Maximum number of repairs per piece or weld, by project; unknown projects are left out. */
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
