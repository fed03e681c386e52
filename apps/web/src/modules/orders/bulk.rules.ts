import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'

/** Result for one order. */
export interface BulkItem {
  readonly id: string
  readonly no: string | null
  readonly outcome: 'done' | 'already' | 'refused'
  readonly reason: string | null
}

/** So many are sent at once: few enough that the bar moves, many enough that the way costs little. */
const chunkSize = 20

export const chunksOf = (ids: readonly string[], size = chunkSize): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

export type Results = ReadonlyMap<string, BulkItem>

export const withResults = (results: Results, items: readonly BulkItem[]): Results =>
  new Map([...results, ...items.map((item) => [item.id, item] as const)])

/** Orders without a response, in their original order. */
export const notAnswered = (ids: readonly string[], results: Results): string[] =>
  ids.filter((id) => !results.has(id))

export const refusedIds = (results: Results): string[] =>
  [...results.values()].filter(({ outcome }) => outcome === 'refused').map(({ id }) => id)

export function countOutcomes(results: Results): Readonly<Record<BulkItem['outcome'], number>> {
  const sums = { done: 0, already: 0, refused: 0 }
  for (const { outcome } of results.values()) sums[outcome] += 1
  return sums
}

const canWord = {
  confirm: 'confirm',
  release: 'release',
  hold: 'hold',
  resume: 'resume',
  priority: 'edit',
} as const

/** Number of loaded orders for which the action is allowed; shown in the confirmation. */
export const allowedOf = (orders: readonly OrderRow[], action: BulkAction): number =>
  orders.filter(({ can }) => can[canWord[action]] === true).length
