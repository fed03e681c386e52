import { type ProcessKind, processKinds } from './planning-resources.ts'

/** Place of a kind on a route: work, then at most one packing, dispatch and receipt. */
export const stepRank = (kind: ProcessKind): number => processKinds.indexOf(kind)

/** The fault in the order of a route's steps; null: none. */
export function stepsFault(kinds: readonly ProcessKind[]): 'route.steps_order' | 'route.no_work' | null {
  const isInOrder = kinds.every((kind, index) => {
    const before = kinds[index - 1] ?? 'work'
    return kind === 'work' ? before === 'work' : stepRank(kind) > stepRank(before)
  })
  if (!isInOrder) return 'route.steps_order'
  return kinds.includes('work') ? null : 'route.no_work'
}

/** Thousandths of a per cent, so that sums are exact. */
const thousandths = (weight: number) => Math.round(weight * 1000)

/** Sum of shares in per cent, three decimals. */
export const sumOfWeights = (weights: readonly (number | null | undefined)[]): number =>
  weights.reduce<number>((sum, weight) => sum + thousandths(weight ?? 0), 0) / 1000
