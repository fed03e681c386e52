import type { importStatuses } from '@cloud-factory/contract/order-import/order-imports'
import { canImport, type OrderFacts, type Verdict } from '../orders/orders.policy.ts'

export type ImportStatus = (typeof importStatuses)[number]

interface ImportFacts {
  readonly status: ImportStatus
  readonly errors: number
}

export const importFactsOf = (row: { readonly status: string; readonly errors: number }): ImportFacts => ({
  status: row.status as ImportStatus,
  errors: row.errors,
})

/** Maximum number of pieces of one import: a typing error in a quantity column must not fill the database. */
export const maxPiecesOfImport = 200_000

export function canApply(tags: readonly string[], job: ImportFacts, order: OrderFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  if (job.status !== 'ready') return 'import.not_ready'
  if (job.errors > 0) return 'import.has_errors'
  return canImport(tags, order)
}

export function canDiscard(tags: readonly string[], job: ImportFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  return job.status === 'ready' || job.status === 'failed' || 'import.not_ready'
}

/** Whether its files can be read again with other settings. */
export function canReadAgain(tags: readonly string[], job: ImportFacts, order: OrderFacts): Verdict {
  const verdict = canDiscard(tags, job)
  return verdict === true ? canImport(tags, order) : verdict
}

export interface UndoFacts {
  readonly status: ImportStatus
  /** Work was reported on its pieces. */
  readonly reported: boolean
  /** Another import was applied to the order after it. */
  readonly later: boolean
  /** Quality records exist for its pieces. */
  readonly recorded: boolean
}

/** Whether an applied import can be undone: only the last one, and only while its pieces have no work or quality records. */
export function canUndo(tags: readonly string[], job: UndoFacts, order: OrderFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  if (job.status !== 'applied') return 'import.not_applied'
  if (job.later) return 'import.later_one'
  if (job.reported) return 'import.reported'
  if (job.recorded) return 'import.recorded'
  return canImport(tags, order)
}

/** The import has marks. A file without marks and with errors could not be read. */
export function statusAfterReading(marks: number, errors: number): 'ready' | 'failed' {
  return marks === 0 && errors > 0 ? 'failed' : 'ready'
}
