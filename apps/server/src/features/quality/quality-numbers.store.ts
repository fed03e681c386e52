import './quality.tables.ts'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/** What is numbered: inspections, non-conformance reports, NDT requests, coating records, material receipts. */
export type Series = 'QI' | 'NC' | 'NT' | 'CO' | 'MR'

/** The next `count` numbers of a series in a year, `QI-2026-00017`: without gaps while transactions succeed, never twice. */
export async function nextNumbers(
  write: Write,
  plantId: number,
  series: Series,
  year: number,
  count = 1,
): Promise<string[]> {
  const { rows } = await sql<{ last: number }>`
    insert into quality_numbers (plant_id, series, year, last) values (${plantId}, ${series}, ${year}, ${count})
    on conflict (plant_id, series, year) do update set last = quality_numbers.last + excluded.last
    returning last`.execute(write)
  const last = rows[0]?.last ?? count
  return Array.from(
    { length: count },
    (_, index) => `${series}-${year}-${String(last - count + 1 + index).padStart(5, '0')}`,
  )
}
