import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

interface Standing {
  readonly status: OrderStatus
  readonly priority: string
}

/** Whether an order already has the result of the action. Then it is skipped without an error. */
export function isAlready(order: Standing, action: BulkAction, priority: string | undefined): boolean {
  if (action === 'priority') return order.priority === priority
  if (action === 'resume') return order.status !== 'on_hold'
  return order.status === ({ confirm: 'confirmed', release: 'released', hold: 'on_hold' } as const)[action]
}
