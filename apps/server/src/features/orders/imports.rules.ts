import type { importStatuses } from '@cloud-factory/contract/order-imports'
import { mayImport, type OrderFacts, type Verdict } from './orders.rules.ts'

export type ImportStatus = (typeof importStatuses)[number]

export interface ImportFacts {
  readonly status: ImportStatus
  readonly errors: number
}

export const importFactsOf = (row: { readonly status: string; readonly errors: number }): ImportFacts => ({
  status: row.status as ImportStatus,
  errors: row.errors,
})

/** One import makes at most so many pieces: a slip in a quantity column must not fill the database. */
export const maxPiecesOfImport = 200_000

export function mayApply(tags: readonly string[], job: ImportFacts, order: OrderFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  if (job.status !== 'ready') return 'import.not_ready'
  if (job.errors > 0) return 'import.has_errors'
  return mayImport(tags, order)
}

export function mayDiscard(tags: readonly string[], job: ImportFacts): Verdict {
  if (!tags.includes('order.import')) return 'permission.denied'
  return job.status === 'ready' || job.status === 'failed' || 'import.not_ready'
}

/** What is read has marks to show; a file without any and with errors could not be read. */
export function statusAfterReading(marks: number, errors: number): 'ready' | 'failed' {
  return marks === 0 && errors > 0 ? 'failed' : 'ready'
}
