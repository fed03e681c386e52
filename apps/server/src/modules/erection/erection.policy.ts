import type { ErectionReason } from '@cloud-factory/domain/erection/site-states'

type Allowed = true | 'permission.denied' | ErectionReason

const over: ReadonlySet<string> = new Set(['closed', 'cancelled'])

/** Whether the erection plan of an order may be changed. */
export function canEditLots(tags: readonly string[], orderStatus: string): Allowed {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !over.has(orderStatus) || 'erection.order_over'
}

export const canReportSite = (tags: readonly string[]): Allowed =>
  tags.includes('order.ship') || 'permission.denied'

interface ReportFacts {
  readonly isCurrent: boolean
  readonly withReceipt: boolean
  /** The receipt of its delivery is signed. */
  readonly isSigned: boolean
}

/** A report on which another one was made, or whose receipt somebody has signed since, stays. */
export function canUndoReport(tags: readonly string[], facts: ReportFacts): Allowed {
  if (canReportSite(tags) !== true) return 'permission.denied'
  if (!facts.isCurrent) return 'site.not_current'
  return !(facts.withReceipt && facts.isSigned) || 'site.receipt_signed'
}

/** A report that was undone gets no photos any more. */
export const canAddSitePhotos = (tags: readonly string[], isUndone: boolean): Allowed => {
  const report = canReportSite(tags)
  return report === true ? !isUndone || 'site.undone' : report
}

interface LoadFacts {
  readonly made: number
  /** Closed packages on no delivery. */
  readonly closedPackages: number
}

export const loadCan = (tags: readonly string[], { made, closedPackages }: LoadFacts) => {
  const rightTo = (verdict: true | ErectionReason): Allowed =>
    tags.includes('order.ship') ? verdict : 'permission.denied'
  return {
    pack: rightTo(made > 0 || 'erection.nothing_packable'),
    deliver: rightTo(closedPackages > 0 || 'erection.nothing_closed'),
  }
}
