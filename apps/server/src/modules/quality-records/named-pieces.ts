import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort, QualityPiece } from './orders.port.ts'

/**
 * The pieces that somebody named by serial or QR code, locked with their orders. Fails the first that is not known, or whose
 * state the action does not allow: `allowed` says yes or the reason.
 */
export async function lockNamedPieces(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  texts: readonly string[],
  allowed: (status: PieceStatus) => true | string,
): Promise<readonly QualityPiece[]> {
  const found = await orders.find(asReads(write), plantId, texts)
  const unknown = texts.find((text) => !found.has(text))
  if (unknown !== undefined) {
    const several = await orders.several(asReads(write), plantId, [unknown])
    const reason = several.has(unknown) ? 'piece.several' : 'ncr.unknown_piece'
    fail('state.refused', { params: { reason, piece: unknown.slice(0, 60) } })
  }
  const pieces = await orders.lock(write, plantId, [...new Set(found.values())])
  for (const { status, serial } of pieces) {
    const verdict = allowed(status)
    if (verdict !== true) fail('state.refused', { params: { reason: verdict, piece: serial } })
  }
  return pieces
}
