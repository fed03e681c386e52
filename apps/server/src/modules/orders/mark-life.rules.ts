import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Verdict } from './orders.rules.ts'

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
