import { stepRank } from '@cloud-factory/domain/planning/plan.rules'
import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'

/** The list with the item at `from` standing at `to`; the same list when either is no place of it. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The list with a new item inserted after the last item that may precede it. */
export function inserted<T>(items: readonly T[], item: T, kindOf: (item: T) => ProcessKind): readonly T[] {
  const rank = stepRank(kindOf(item))
  const last = items.findLastIndex((other) => stepRank(kindOf(other)) <= rank)
  return items.toSpliced(last + 1, 0, item)
}

/**
 * The shares scaled so that they sum to 100, in tenths of a per cent, largest remainders rounded up; what is 0 stays 0.
 * Nothing to scale: all the same.
 */
export function evenOut(weights: readonly (number | null | undefined)[]): readonly number[] {
  const positive = weights.map((weight) => Math.max(0, weight ?? 0))
  const total = positive.reduce((sum, weight) => sum + weight, 0)
  const exact =
    total === 0
      ? positive.map(() => 1000 / positive.length)
      : positive.map((weight) => (weight / total) * 1000)
  const tenths = exact.map(Math.floor)
  const missing = 1000 - tenths.reduce((sum, weight) => sum + weight, 0)
  const byRemainder = exact
    .map((weight, index) => ({ index, remainder: weight - Math.floor(weight) }))
    .filter(({ index }) => total === 0 || (positive[index] ?? 0) > 0)
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1
  return tenths.map((weight) => weight / 10)
}
