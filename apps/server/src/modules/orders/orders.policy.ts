import type { OrderReason, OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { daysBetween } from '@cloud-factory/domain/numbers/civil-days'

/** Result of a rule: `true`, or the reason why not. */
export type Verdict = true | OrderReason

/** The fields of an order that the rules need. */
export interface OrderFacts {
  readonly status: OrderStatus
  readonly pieces: number
  readonly marks: number
  readonly piecesByStatus: Readonly<Partial<Record<PieceStatus, number>>>
}

export const factsOf = (row: {
  readonly status: string
  readonly pieces: number
  readonly marks: number
  readonly pieces_by_status: OrderFacts['piecesByStatus']
}): OrderFacts => ({
  status: row.status as OrderStatus,
  pieces: row.pieces,
  marks: row.marks,
  piecesByStatus: row.pieces_by_status,
})

const holdable = ['on_hold', 'cancelled'] as const

/**
 * Allowed status changes of an order. A held order returns to its previous status. Shipping may be in parts, so a shipped order can no longer be held
 * or cancelled.
 */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  draft: ['confirmed', ...holdable],
  confirmed: ['draft', 'released', ...holdable],
  released: ['in_production', ...holdable],
  in_production: ['completed', ...holdable],
  completed: ['shipped', ...holdable],
  shipped: ['closed'],
  closed: [],
  on_hold: ['draft', 'confirmed', 'released', 'in_production', 'completed', 'cancelled'],
  cancelled: [],
}

/** States in which an order still has to be delivered. */
export const openStatuses = [
  'draft',
  'confirmed',
  'released',
  'in_production',
  'completed',
  'on_hold',
] as const satisfies readonly OrderStatus[]
const open: ReadonlySet<OrderStatus> = new Set(openStatuses)
const importing: ReadonlySet<OrderStatus> = new Set(['draft', 'confirmed', 'released', 'in_production'])

/** Pieces in these statuses have no work yet. */
const untouched: ReadonlySet<string> = new Set<PieceStatus>(['planned', 'issued', 'superseded'])
/** Pieces in these statuses count neither in number nor in weight. */
export const uncounted = ['scrapped', 'superseded'] as const satisfies readonly PieceStatus[]

export function startedPieces(order: OrderFacts): number {
  return Object.entries(order.piecesByStatus)
    .filter(([status]) => !untouched.has(status))
    .reduce((sum, [, count]) => sum + count, 0)
}

export function canEdit(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return open.has(order.status) || 'order.finished'
}

export function canImport(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  return importing.has(order.status) || 'order.not_importing'
}

/** Whether a person may set the status manually. */
export function canMove(
  tags: readonly string[],
  order: OrderFacts,
  to: 'draft' | 'confirmed' | 'cancelled',
): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  if (!orderTransitions[order.status].includes(to)) return 'order.wrong_state'
  // A hold is released only to the previous status, by another command.
  if (order.status === 'on_hold' && to !== 'cancelled') return 'order.wrong_state'
  if (to === 'cancelled') return canCancel(tags, order)
  return to === 'confirmed' || startedPieces(order) === 0 || 'order.started'
}

/** Cancelling a started order requires the permission to release; an order with shipped or received pieces cannot be cancelled. */
function canCancel(tags: readonly string[], order: OrderFacts): Verdict {
  const { shipped = 0, received = 0 } = order.piecesByStatus
  if (shipped + received > 0) return 'order.partly_shipped'
  return startedPieces(order) === 0 || tags.includes('order.release') || 'order.started'
}

/** Cancelling a confirmed order affects the customer, so it requires a reason. */
export function needsReason(from: OrderStatus, to: OrderStatus): boolean {
  return to === 'cancelled' && from !== 'draft'
}

export function canDelete(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  if (order.status !== 'draft') return 'order.not_draft'
  return (order.pieces === 0 && order.marks === 0) || 'order.has_pieces'
}

/** Days past the due date, both days as `YYYY-MM-DD` in the plant's zone; null when not late or delivered. */
export function daysLate(status: OrderStatus, dueOn: string | null, today: string): number | null {
  if (dueOn === null || !open.has(status) || dueOn >= today) return null
  return daysBetween(dueOn, today)
}

/** Whether a confirmed order can be released; the command checks routes and weights. */
export function canRelease(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (order.status !== 'confirmed') return 'order.wrong_state'
  return order.marks > 0 || 'order.no_marks'
}

export function canHold(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (order.status === 'on_hold') return 'order.held_already'
  return orderTransitions[order.status].includes('on_hold') || 'order.wrong_state'
}

export function canResume(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return order.status === 'on_hold' || 'order.not_held'
}

export function canClose(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return order.status === 'shipped' || 'order.wrong_state'
}

/** The fields of a mark that the rules need. */
export interface MarkFacts {
  readonly orderStatus: OrderStatus
  /** By its own hold. */
  readonly held: boolean
  /** Work was reported on one of its pieces. */
  readonly started: boolean
}

const over: ReadonlySet<OrderStatus> = new Set(['shipped', 'closed', 'cancelled'])

/** Whether its route can still be changed: reported work belongs to its current route. */
export function canChooseRoute(tags: readonly string[], mark: MarkFacts): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  if (over.has(mark.orderStatus)) return 'order.finished'
  return !mark.started || 'mark.started'
}

export function canHoldMark(tags: readonly string[], mark: MarkFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(mark.orderStatus)) return 'order.finished'
  return !mark.held || 'mark.held_already'
}

export function canResumeMark(tags: readonly string[], mark: MarkFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return mark.held || 'mark.not_held'
}
