import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

/** `true`, or the reason why not. */
type Verdict = true | 'permission.denied' | 'order.closed' | 'drawing.issued_already' | 'drawing.taken_back'

const archived: ReadonlySet<string> = new Set<OrderStatus>(['closed', 'cancelled'])

/** Whether drawings of an order may be added and changed. */
export function canEditDrawings(tags: readonly string[], orderStatus: string): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !archived.has(orderStatus) || 'order.closed'
}

/** Whether drawings may be issued for fabrication: by those who release orders. */
export function canIssueDrawings(tags: readonly string[], orderStatus: string): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return !archived.has(orderStatus) || 'order.closed'
}

/** Whether the highest revision of a drawing may be issued. */
export function canIssue(
  tags: readonly string[],
  facts: { readonly orderStatus: string; readonly status: string },
): Verdict {
  const verdict = canIssueDrawings(tags, facts.orderStatus)
  return verdict === true && facts.status === 'issued' ? 'drawing.issued_already' : verdict
}

/** Whether a print may be recorded as taken back. */
export function canTakeBack(tags: readonly string[], isReturned: boolean): Verdict {
  if (!tags.includes('order.edit') && !tags.includes('order.report')) return 'permission.denied'
  return !isReturned || 'drawing.taken_back'
}
