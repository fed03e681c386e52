import type { OrderRow } from '@cloud-factory/contract/orders'

/** What a person can do to an order besides looking at it; each has its word in `can`. */
export const orderMoves = ['confirm', 'reopen', 'cancel', 'delete'] as const
export type OrderMove = (typeof orderMoves)[number]

/** What a person wants to do to which order. */
export interface Asked {
  readonly order: OrderRow
  readonly act: OrderMove | 'edit'
}
