import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Verdict } from './orders.rules.ts'

/** What the rules look at of a mark. */
export interface MarkFacts {
  readonly orderStatus: OrderStatus
  /** By a hold of its own. */
  readonly held: boolean
  /** Work was reported on one of its pieces. */
  readonly started: boolean
}

const over: ReadonlySet<OrderStatus> = new Set(['shipped', 'closed', 'cancelled'])

/** Whether its route may still be chosen: work done by one route means nothing on another. */
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
