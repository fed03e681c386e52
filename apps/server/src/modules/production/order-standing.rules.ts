import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

/** Counting pieces of an order by progress. */
export interface StatusSummary {
  readonly pieces: number
  /** With any work done. */
  readonly started: number
  /** Past the last step of their route that people report. */
  readonly workDone: number
  /** In transit or received. */
  readonly shipped: number
}

const settled: ReadonlySet<OrderStatus> = new Set(['released', 'in_production', 'completed', 'shipped'])

/**
 * The status of an order by the progress of its pieces. Work moves it forwards; undone work moves it back. Statuses that only people set (draft,
 * confirmed, held, closed, cancelled) stay.
 */
export function statusFromSummary(status: OrderStatus, summary: StatusSummary): OrderStatus {
  if (!settled.has(status)) return status
  const { pieces, started, workDone, shipped } = summary
  if (pieces === 0 || started === 0) return 'released'
  if (shipped === pieces) return 'shipped'
  return workDone === pieces ? 'completed' : 'in_production'
}
