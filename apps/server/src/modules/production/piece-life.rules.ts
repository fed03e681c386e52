import type { OrderReason } from '@cloud-factory/domain/orders/order-reasons'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'

/** The fields of a piece that the rules for hold, release of a hold and scrap need. */
export interface HeldPieceFacts {
  readonly orderStatus: OrderStatus
  readonly status: PieceStatus
  /** By its own hold. */
  readonly held: boolean
}

const gone: ReadonlySet<PieceStatus> = new Set(['scrapped', 'superseded'])
const sent: ReadonlySet<PieceStatus> = new Set(['shipped', 'received'])
const over: ReadonlySet<OrderStatus> = new Set(['shipped', 'closed', 'cancelled'])

export function canHoldPiece(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(piece.orderStatus)) return 'order.finished'
  if (gone.has(piece.status)) return 'piece.gone'
  if (sent.has(piece.status)) return 'piece.packed'
  return !piece.held || 'piece.held_already'
}

export function canResumePiece(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  return piece.held || 'piece.not_held'
}

/** A packed piece must be taken out of its package first. */
export function canScrap(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(piece.orderStatus)) return 'order.finished'
  if (gone.has(piece.status)) return 'piece.gone'
  return !(piece.status === 'packed' || sent.has(piece.status)) || 'piece.packed'
}
