import type { PieceStatus } from '@cloud-factory/contract/order-statuses'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { OrdersPort, QualityPiece } from './orders.port.ts'

/**
 * The pieces that somebody named by serial or QR code, locked with their orders. Refuses the first that is not known, or whose
 * state the deed does not allow: `may` says yes or the reason.
 */
export async function lockNamedPieces(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  texts: readonly string[],
  may: (status: PieceStatus) => true | string,
): Promise<readonly QualityPiece[]> {
  const found = await orders.find(asReads(write), plantId, texts)
  const unknown = texts.find((text) => !found.has(text))
  if (unknown !== undefined) {
    const several = await orders.several(asReads(write), plantId, [unknown])
    const reason = several.has(unknown) ? 'piece.several' : 'ncr.unknown_piece'
    refuse('state.refused', { params: { reason, piece: unknown.slice(0, 60) } })
  }
  const pieces = await orders.lock(write, plantId, [...new Set(found.values())])
  for (const { status, serial } of pieces) {
    const verdict = may(status)
    if (verdict !== true) refuse('state.refused', { params: { reason: verdict, piece: serial } })
  }
  return pieces
}
