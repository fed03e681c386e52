import '../orders.tables.ts'
import { sql } from 'kysely'
import type { Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'

/** Names in a refusal; nobody reads more. */
const namesAtMost = 5

/** Marks without a weight count for nothing in tonnes, progress and loads: released only with a reason, which is kept. */
export async function questionUnweighed(
  write: Write,
  orderId: number,
  reason: string | undefined,
): Promise<void> {
  if (reason !== undefined) return
  const { rows } = await sql<{ mark: string; all: number }>`
    select mark, count(*) over ()::int as all from marks
    where order_id = ${orderId} and quantity > 0 and coalesce(net_kg, 0) = 0
    order by mark limit ${namesAtMost}`.execute(write)
  const [first] = rows
  if (first === undefined) return
  const names = rows.map(({ mark }) => mark).join(', ')
  refuse('state.refused', { params: { reason: 'order.unweighed', marks: first.all, names } })
}

/** An order whose pieces are missing on site is closed only with a reason, which is kept. */
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
  refuse('state.refused', { params: { reason: 'order.pieces_missing', pieces: first.all, names } })
}
