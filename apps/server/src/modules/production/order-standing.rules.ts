import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

/** Pieces of an order that count, by how far they are. */
export interface StatusSummary {
  readonly pieces: number
  /** On which any work was done. */
  readonly started: number
  /** Past the last step of their route that people report. */
  readonly workDone: number
  /** On the way or received. */
  readonly shipped: number
}

const settled: ReadonlySet<OrderStatus> = new Set(['released', 'in_production', 'completed', 'shipped'])

/**
 * The state of an order in the workshop by how far its pieces are: work moves it forwards, work taken back moves it
 * back. States that only people give (draft, confirmed, held, closed, cancelled) stay.
 */
export function statusFromSummary(status: OrderStatus, summary: StatusSummary): OrderStatus {
  if (!settled.has(status)) return status
  const { pieces, started, workDone, shipped } = summary
  if (pieces === 0 || started === 0) return 'released'
  if (shipped === pieces) return 'shipped'
  return workDone === pieces ? 'completed' : 'in_production'
}
