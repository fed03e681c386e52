import type { Actor } from '../../platform/auth/actor.ts'

type Allowed = true | string

const working: ReadonlySet<string> = new Set(['released', 'in_production', 'completed'])

/** Whether work on parts of an order may be reported. */
export function canReportParts(tags: readonly string[], orderStatus: string): Allowed {
  if (!tags.includes('order.report')) return 'permission.denied'
  if (orderStatus === 'on_hold') return 'work.order_held'
  return working.has(orderStatus) || 'work.order_not_released'
}

/** Whether a report may be undone: one's own, or any with the permission to release orders. */
export function canUndoPartReport(
  { tags, userId }: Pick<Actor, 'tags' | 'userId'>,
  report: { readonly isUndone: boolean; readonly reportedBy: number | null },
): Allowed {
  if (!tags.includes('order.report') && !tags.includes('order.release')) return 'permission.denied'
  if (report.isUndone) return 'work.undone'
  return tags.includes('order.release') || String(report.reportedBy) === userId || 'work.not_yours'
}
