/** Kind of process: on a route, work comes first, then packing, dispatch and receipt. */
export type StepKind = 'work' | 'pack' | 'ship' | 'receive'

const ranks: Readonly<Record<StepKind, number>> = { work: 0, pack: 1, ship: 2, receive: 3 }

/** The list with the item at `from` standing at `to`; the same list when either is no place of it. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The list with a new item inserted after the last item that may precede it. */
export function inserted<T>(items: readonly T[], item: T, kindOf: (item: T) => StepKind): readonly T[] {
  const rank = ranks[kindOf(item)]
  const last = items.findLastIndex((other) => ranks[kindOf(other)] <= rank)
  return items.toSpliced(last + 1, 0, item)
}

/** The fault in the order of a route; null: none. The server applies the same rule. */
export function stepsFault(kinds: readonly StepKind[]): 'route.steps_order' | 'route.no_work' | null {
  const isInOrder = kinds.every((kind, index) => {
    const before = kinds[index - 1] ?? 'work'
    return kind === 'work' ? before === 'work' : ranks[kind] > ranks[before]
  })
  if (!isInOrder) return 'route.steps_order'
  return kinds.includes('work') ? null : 'route.no_work'
}
