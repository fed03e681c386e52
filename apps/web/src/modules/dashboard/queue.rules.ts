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

/** Rows that wait for this person come first; otherwise as they were. */
export const waitingFirst =
  <Row>(waits: (row: Row) => boolean) =>
  (rows: readonly Row[]): readonly Row[] =>
    rows.toSorted((one, other) => Number(waits(other)) - Number(waits(one)))
