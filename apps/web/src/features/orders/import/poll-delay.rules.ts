import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'

const first = 400
const longest = 4000

/**
 * Milliseconds until an import is asked for again: soon at first, for most lists are read in a second, then ever less
 * often. `false`: it will not change by itself any more.
 */
export function pollDelay(status: ImportView['status'] | undefined, answers: number): number | false {
  if (status !== 'reading' && status !== 'applying') return false
  return Math.min(longest, Math.round(first * 1.3 ** Math.max(0, answers - 1)))
}
