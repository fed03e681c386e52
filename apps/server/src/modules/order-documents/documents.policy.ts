import type { DocumentReason } from '@cloud-factory/contract/order-documents/order-documents'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'

/** Judgement of a rule: `true`, or the reason why not. */
type Verdict = true | DocumentReason

/** Certificates and receipts still come after the last truck; a closed or cancelled order is a file in the archive. */
const archived: ReadonlySet<string> = new Set<OrderStatus>(['closed', 'cancelled'])

export function canAdd(tags: readonly string[], orderStatus: string): Verdict {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !archived.has(orderStatus) || 'order.closed'
}

interface DocumentFacts {
  readonly orderStatus: string
  readonly isRetired: boolean
}

export function canChange(tags: readonly string[], { orderStatus, isRetired }: DocumentFacts): Verdict {
  const verdict = canAdd(tags, orderStatus)
  return verdict === true && isRetired ? 'document.retired' : verdict
}

export function canRestore(tags: readonly string[], { orderStatus, isRetired }: DocumentFacts): Verdict {
  const verdict = canAdd(tags, orderStatus)
  return verdict === true && !isRetired ? 'document.not_retired' : verdict
}

/** A file's name as a document's: the last part of a path, one line, no wider than a list shows. */
export function documentName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (clean.length <= 160) return clean
  // The ending says what it is: the middle goes.
  const ending = /\.[^.]{1,12}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, 159 - ending.length)}…${ending}`
}
