import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Maximum number of names in an error. */
const namesAtMost = 5

/** Marks of an order that have no weight. */
export async function unweighedMarks(write: Write, orderId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mark: string }>`
    select mark from marks where order_id = ${orderId} and quantity > 0 and coalesce(net_kg, 0) = 0
    order by mark`.execute(write)
  return new Set(rows.map(({ mark }) => mark))
}

/**
 * Marks without a weight do not count in tonnes, progress and loads. Releasing them requires a reason, which is stored.
 * @param known marks that were already released without a weight
 */
export async function questionUnweighed(
  write: Write,
  orderId: number,
  reason: string | undefined,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (reason !== undefined) return
  const marks = [...(await unweighedMarks(write, orderId))].filter((mark) => !known.has(mark))
  if (marks.length === 0) return
  const names = marks.slice(0, namesAtMost).join(', ')
  fail('state.refused', { params: { reason: 'order.unweighed', marks: marks.length, names } })
}

/** Closing an order with pieces missing on site requires a reason, which is stored. */
export async function questionMissing(
  write: Write,
  orderId: number,
  reason: string | undefined,
): Promise<void> {
  if (reason !== undefined) return
  const { rows } = await sql<{ serial: string; all: number }>`
    select p.serial, count(*) over ()::int as all from pieces p
    where p.order_id = ${orderId} and exists (select from delivery_exceptions e
      where e.piece_id = p.id and e.kind = 'missing' and e.found_at is null)
    order by p.serial limit ${namesAtMost}`.execute(write)
  const [first] = rows
  if (first === undefined) return
  const names = rows.map(({ serial }) => serial).join(', ')
  fail('state.refused', { params: { reason: 'order.pieces_missing', pieces: first.all, names } })
}
