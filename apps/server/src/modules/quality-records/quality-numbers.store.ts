import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/** What is numbered: inspections, non-conformance reports, NDT requests, coating records, material receipts. */
export type Series = 'QI' | 'NC' | 'NT' | 'CO' | 'MR'

/**
 * The next `count` numbers of a series at an instant, `QI-2026-00017`, in the year that it is in the plant: without gaps while
 * transactions succeed, never twice.
 */
export async function nextNumbers(
  write: Write,
  plantId: number,
  series: Series,
  at: Date,
  count = 1,
): Promise<string[]> {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into quality_numbers (plant_id, series, year, last)
    select id, ${series}::text, extract(year from ${at}::timestamptz at time zone time_zone)::int, ${count}::int
    from plants where id = ${plantId}
    on conflict (plant_id, series, year) do update set last = quality_numbers.last + excluded.last
    returning year, last`.execute(write)
  return rows.flatMap(({ year, last }) =>
    Array.from(
      { length: count },
      (_, index) => `${series}-${year}-${String(last - count + 1 + index).padStart(5, '0')}`,
    ),
  )
}
