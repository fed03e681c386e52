/** Status of a purchase order; a draft is a requisition. No schemas here, so the browser may import the values. */
export const purchaseStatuses = [
  'draft',
  'approved',
  'ordered',
  'partly_received',
  'received',
  'cancelled',
] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** What is still to come: steel of these orders counts as on order in the demand. */
export const openPurchases = ['draft', 'approved', 'ordered', 'partly_received'] as const

/** Why a line is late: its day is past, or after the due date of the order that it is for. */
export const lateReasons = ['overdue', 'after_due'] as const
export type LateReason = (typeof lateReasons)[number]
