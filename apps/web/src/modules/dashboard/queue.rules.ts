interface Order {
  readonly can: { readonly release: true | string }
}

/** So many orders that this person can release come first; the others follow by risk. */
const releasedFirst = 4

/** The first orders to release before all others; both keep their order. */
export function toReleaseFirst<O extends Order>(orders: readonly O[]): readonly O[] {
  const first = orders.filter(({ can }) => can.release === true).slice(0, releasedFirst)
  return [...first, ...orders.filter((order) => !first.includes(order))]
}

/** Alarms that nobody has acknowledged come first; otherwise as they were. */
export const alarmsFirst = <A extends { readonly ackedAt: string | null }>(
  alarms: readonly A[],
): readonly A[] =>
  alarms.toSorted((one, other) => Number(one.ackedAt !== null) - Number(other.ackedAt !== null))
