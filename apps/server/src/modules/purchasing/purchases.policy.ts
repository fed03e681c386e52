import type { PurchaseRow } from '@cloud-factory/contract/purchasing/purchases'
import type { PurchaseStatus } from '@cloud-factory/domain/purchasing/purchase-enums'

interface PurchaseFacts {
  readonly status: PurchaseStatus
  readonly hasSupplier: boolean
}

/** The statuses in which each action is possible. */
const during: Readonly<Record<keyof PurchaseRow['can'], readonly PurchaseStatus[]>> = {
  edit: ['draft'],
  approve: ['draft'],
  order: ['approved'],
  receive: ['ordered', 'partly_received'],
  close: ['partly_received'],
  cancel: ['draft', 'approved', 'ordered'],
}

/** Who may do what with a purchase order, and why not. A draft is approved once its supplier is chosen. */
export function purchaseCan(
  tags: readonly string[],
  { status, hasSupplier }: PurchaseFacts,
): PurchaseRow['can'] {
  const one = (action: keyof PurchaseRow['can'], ...anyOf: readonly string[]): true | string => {
    if (!anyOf.some((tag) => tags.includes(tag))) return 'permission.denied'
    if (!during[action].includes(status)) return `purchase.${status}`
    return action === 'approve' && !hasSupplier ? 'purchase.no_supplier' : true
  }
  return {
    edit: one('edit', 'purchase.edit'),
    approve: one('approve', 'purchase.approve'),
    order: one('order', 'purchase.edit'),
    receive: one('receive', 'purchase.edit', 'quality.inspect'),
    close: one('close', 'purchase.edit'),
    cancel: one('cancel', 'purchase.edit'),
  }
}

/** Whether a line may get so many pieces in all; one that already has more gets no further ones. */
export const acceptsPieces = (
  { maxPieces, received }: { readonly maxPieces: number; readonly received: number },
  pieces: number,
): boolean => pieces <= Math.max(maxPieces, received)
