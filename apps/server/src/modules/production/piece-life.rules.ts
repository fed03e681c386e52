import type { OrderReason } from '@cloud-factory/domain/orders/order-reasons'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'

/** What the rules look at of a piece that somebody wants to hold, let go or scrap. */
export interface HeldPieceFacts {
  readonly orderStatus: OrderStatus
  readonly status: PieceStatus
  /** By a hold of its own. */
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

/** A packed piece is taken out of its package first. */
export function canScrap(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(piece.orderStatus)) return 'order.finished'
  if (gone.has(piece.status)) return 'piece.gone'
  return !(piece.status === 'packed' || sent.has(piece.status)) || 'piece.packed'
}
