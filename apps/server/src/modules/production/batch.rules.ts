import type { OrderReason } from '@cloud-factory/domain/orders/order-reasons'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

const over: ReadonlySet<OrderStatus> = new Set(['shipped', 'closed', 'cancelled'])

/** Lots can be changed until the order is delivered. */
export function canChangeBatches(tags: readonly string[], order: OrderStatus): true | OrderReason {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !over.has(order) || 'order.finished'
}
