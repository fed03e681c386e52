import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { refreshOrderTotals, closeHold, openHold, refreshHoldTotals, unheld } from '../orders/public.ts'
import { type HeldPieceFacts, canHoldPiece, canResumePiece } from './piece-life.rules.ts'
import { type LockedOrder, type LockedPiece, lockPieces } from './pieces.store.ts'

/** Holds one piece. */
export async function holdPiece(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  const verdict = canHoldPiece(actor.tags, facts)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, serial: piece.serial } })
  await holdPieces(write, actor, order.id, [piece.id], reason)
  await keep(write, actor, order, piece, { action: 'orders.hold_piece', reason })
}

/** Releases the hold of a piece; while its mark is held it stays held. */
export async function resumePiece(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  const verdict = canResumePiece(actor.tags, facts)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, serial: piece.serial } })
  await closeHold(write, actor, { orderId: order.id, pieceIds: [piece.id] }, reason)
  await refreshHoldTotals(write, 'id', [piece.id])
  await keep(write, actor, order, piece, { action: 'orders.resume_piece', reason })
}

/**
 * Holds pieces of one locked order, each with its own hold; existing holds stay. For commands that do more: they write the order's counters and the
 * audit log.
 */
export async function holdPieces(
  write: Write,
  actor: Actor,
  orderId: number,
  pieceIds: readonly number[],
  reason: string,
): Promise<void> {
  const free = await unheld(write, pieceIds)
  if (free.length === 0) return
  await openHold(write, actor, { orderId, pieceIds: free }, reason)
  await refreshHoldTotals(write, 'id', free)
}

/** One locked piece with its locked order; fails with `not_found` when the plant has no such piece. */
export async function lockPiece(write: Write, plantId: number, id: string) {
  const { orders, pieces } = await lockPieces(write, plantId, [Number(id)])
  const piece = pieces[0] ?? fail('not_found')
  const order = orders.get(piece.order_id) ?? fail('not_found')
  const held = (await unheld(write, [piece.id])).length === 0
  const facts: HeldPieceFacts = { orderStatus: order.status, status: piece.status, held }
  return { order, piece, facts }
}

async function keep(
  write: Write,
  actor: Actor,
  order: LockedOrder,
  piece: LockedPiece,
  { action, reason }: Readonly<Record<'action' | 'reason', string>>,
): Promise<void> {
  await refreshOrderTotals(write, actor, order.id)
  const subjectId = String(order.id)
  await recordAudit(write, actor, {
    action,
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    after: { serial: piece.serial, reason },
  })
  await recordEvent(write, actor, {
    name: action === 'orders.hold_piece' ? 'orders.held' : 'orders.resumed',
    subjectId,
  })
}
