interface Order {
  readonly status: string
  readonly dueOn: string | null
  readonly daysLate: number | null
  readonly forecast: { readonly daysLate: number | null } | null
  readonly can: { readonly release: true | string }
}

/** So many orders that this person can release come first; the others follow by risk. */
const releasedFirst = 4

/** Days by which an order is expected to be late; before its due day negative. */
const lateness = ({ daysLate, forecast }: Order): number =>
  Math.max(daysLate ?? -Infinity, forecast?.daysLate ?? -Infinity)

/** Orders to release, the first ones by due day, then all by their lateness; they come by due day. */
export function ordersByRisk<O extends Order>(orders: readonly O[]): readonly O[] {
  const first = orders.filter(({ can }) => can.release === true).slice(0, releasedFirst)
  const rest = orders.filter((order) => !first.includes(order))
  return [...first, ...rest.toSorted((one, other) => compare(lateness(other), lateness(one)))]
}

/** Also for two without a forecast, whose difference is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other)

/** Alarms that nobody has acknowledged come first; otherwise as they were. */
export const alarmsFirst = <A extends { readonly ackedAt: string | null }>(
  alarms: readonly A[],
): readonly A[] =>
  alarms.toSorted((one, other) => Number(one.ackedAt !== null) - Number(other.ackedAt !== null))
