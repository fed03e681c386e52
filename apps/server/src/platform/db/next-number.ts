import { nextNumber } from '@cloud-factory/domain/numbers/next-number.rules'
import { type RawBuilder, sql } from 'kysely'
import { today } from './factory-day.ts'
import { type Reads, readRows } from './handles.ts'

/** Numbers among which a series is looked for. */
const looked = 200

/**
 * Proposes the number of a new record: it continues the numbers that the newest 200 rows of a plant have. `column`
 * holds them. Null: nothing to continue. Two people may get the same one; the second save is rejected as a duplicate.
 */
export async function proposedNumber(
  reads: Reads,
  plantId: number,
  now: Date,
  from: { readonly table: string; readonly column: string; readonly where?: RawBuilder<unknown> },
): Promise<string | null> {
  const column = sql.ref(from.column)
  const rows = await readRows(
    reads,
    sql<{ number: string; day: string }>`
      select ${column} as number, ${today(plantId, now)}::text as day from ${sql.table(from.table)}
      where plant_id = ${plantId} and ${from.where ?? sql`true`} order by id desc limit ${looked}`,
  )
  return nextNumber(
    rows.map(({ number }) => number),
    rows[0]?.day ?? '',
  )
}
