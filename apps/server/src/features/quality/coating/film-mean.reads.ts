import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** Dry film measured since a moment: mean of all readings and of what was asked for, µm; null: nothing was measured. */
export async function filmMean(
  reads: Reads,
  plantId: number,
  since: Date,
): Promise<{ meanUm: number; askedUm: number; readings: number } | null> {
  const [row] = await readRows(
    reads,
    sql<{ meanUm: number | null; askedUm: number | null; readings: number }>`
      select avg(r.value)::float8 as "meanUm", avg((c.limits ->> 'minUm')::numeric)::float8 as "askedUm",
        count(*)::int as readings
      from coats c join coat_readings r on r.coat_id = c.id
      where c.plant_id = ${plantId} and c.check_kind = 'film' and c.applied_at >= ${since}`,
  )
  if (row === undefined || row.meanUm === null || row.askedUm === null) return null
  return { meanUm: row.meanUm, askedUm: row.askedUm, readings: row.readings }
}
