import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { closeHold, refreshHoldTotals } from '../orders/public.ts'
import { voidReports } from './reports.store.ts'

/**
 * Takes pieces of one locked order out of the count, scrapped or superseded by a revision: their reports stay but are
 * void, their own holds end. Returns the working days whose sums changed, for `recalculateOrders`.
 */
export async function retirePieces(
  write: Write,
  actor: Actor,
  orderId: number,
  pieceIds: readonly number[],
  to: 'scrapped' | 'superseded',
): Promise<readonly string[]> {
  if ((await closeHold(write, actor, { orderId, pieceIds }, null)) > 0)
    await refreshHoldTotals(write, 'id', pieceIds)
  await sql`
    update pieces set status = ${to}, next_process_id = null, version = version + 1, updated_at = now(),
      updated_by = ${signature(actor).updated_by}::bigint
    where plant_id = ${actor.plantId} and order_id = ${orderId} and id = any(${pieceIds}::bigint[])`.execute(
    write,
  )
  return voidReports(write, actor.plantId, pieceIds)
}
