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
