import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'

const first = 400
const longest = 4000

/**
 * Delay before an import is polled again, ms: short at first, because most lists are read in a
 * second, then increasing. `false`: the status is final.
 */
export function pollDelay(status: ImportView['status'] | undefined, answers: number): number | false {
  if (status !== 'reading' && status !== 'applying') return false
  return Math.min(longest, Math.round(first * 1.3 ** Math.max(0, answers - 1)))
}
