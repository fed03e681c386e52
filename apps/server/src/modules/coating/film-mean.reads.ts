import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** Means of all dry film thickness readings since an instant and of the required thickness, µm; null: no readings. */
export async function filmMean(
  reads: Reads,
  plantId: number,
  since: Date,
): Promise<{ mean: number; asked: number; readings: number } | null> {
  const [row] = await readRows(
    reads,
    sql<{ mean: number | null; asked: number | null; readings: number }>`
      select avg(r.value)::float8 as "mean", avg((c.limits ->> 'minUm')::numeric)::float8 as "asked",
        count(*)::int as readings
      from coats c join coat_readings r on r.coat_id = c.id
      where c.plant_id = ${plantId} and c.check_kind = 'film' and c.applied_at >= ${since}`,
  )
  if (row === undefined || row.mean === null || row.asked === null) return null
  return { mean: row.mean, asked: row.asked, readings: row.readings }
}
