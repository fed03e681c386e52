import { lotLimit, testOf } from '@cloud-factory/domain/bolts/bolt-tests'
import type { BoughtItem } from '@cloud-factory/domain/bolts/bought-items'
import { isActiveOrder } from '@cloud-factory/domain/orders/order-statuses'

type Allowed = true | string

const over: ReadonlySet<string> = new Set(['shipped', 'closed', 'cancelled'])

/** Whether the bolt list of an order may be changed. */
export function canEditBolts(tags: readonly string[], orderStatus: string): Allowed {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !over.has(orderStatus) || 'bolt.order_over'
}

/** Whether bolts may be given to an order. */
export function canIssueBolts(tags: readonly string[], orderStatus: string): Allowed {
  if (!tags.includes('order.ship') && !tags.includes('order.report')) return 'permission.denied'
  return isActiveOrder(orderStatus) || 'bolt.order_state'
}

export const canReceiveBolts = (tags: readonly string[]): Allowed =>
  tags.includes('quality.inspect') || tags.includes('purchase.edit') || 'permission.denied'

type Sets = Pick<BoughtItem, 'kind' | 'standard' | 'grade'>

/** A delivered lot that is larger than its product standard permits is several lots. */
export const lotFits = (item: Sets, quantity: number): boolean =>
  quantity <= (lotLimit(item) ?? Number.POSITIVE_INFINITY)

interface IssueFacts {
  readonly item: Sets
  /** Of the lot's latest test; null: not tested. */
  readonly isPassed: boolean | null
  readonly isTestRequired: boolean
  readonly free: number
  /** What the order still needs. */
  readonly open: number
  readonly isListed: boolean
  readonly quantity: number
}

/** Why pieces of a lot may not be given to an order. */
export function issueVerdict({ item, isPassed, isTestRequired, ...facts }: IssueFacts): Allowed {
  if (isPassed === false) return 'bolt.test_failed'
  if (isTestRequired && isPassed === null && testOf(item) !== null) return 'bolt.not_tested'
  if (!facts.isListed) return 'bolt.not_listed'
  if (facts.quantity > facts.open) return 'bolt.too_many'
  return facts.quantity <= facts.free || 'bolt.lot_short'
}
