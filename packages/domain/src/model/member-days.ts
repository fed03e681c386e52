import { memberStatuses } from './member-states.ts'

/** Changes of state of pieces, one after another: `counts` of each piece; days since 1970-01-01, ascending within a piece. */
export interface StateChanges {
  readonly counts: readonly number[]
  readonly days: readonly number[]
  /** Places in `memberStatuses`. */
  readonly states: readonly number[]
}

/** Counted pieces of an order. */
export interface DatedPieces {
  /** Numbers of their members in the model; null: it has none. */
  readonly members: readonly (number | null)[]
  readonly kg: readonly number[]
}

/** One change of state of a piece. */
export type StateChange = readonly [day: number, state: (typeof memberStatuses)[number]]

/** Before its release a piece is planned. */
const begin = memberStatuses.indexOf('planned')
/** Nothing of a piece in these states is there yet. */
export const unbegun: ReadonlySet<string> = new Set(['planned', 'issued'])

/** Changes of all pieces in columns. */
export function inColumns(pieces: readonly (readonly StateChange[])[]): {
  -readonly [K in keyof StateChanges]: number[]
} {
  const changes = pieces.flat()
  return {
    counts: pieces.map(({ length }) => length),
    days: changes.map(([day]) => day),
    states: changes.map(([, state]) => memberStatuses.indexOf(state)),
  }
}

/** State of each piece at the end of a day, as places in `memberStatuses`. */
export function statesOn({ counts, days, states }: StateChanges, day: number): number[] {
  let from = 0
  return counts.map((count) => {
    let state = begin
    for (let at = from; at < from + count && (days[at] ?? Infinity) <= day; at += 1)
      state = states[at] ?? begin
    from += count
    return state
  })
}

interface DaySum {
  readonly state: string
  readonly pieces: number
  readonly kg: number
  readonly inModel: number
}

/** States of the members of a model at the end of a day, and the sums of all pieces, as for the states of today. */
export function modelOn(
  pieces: DatedPieces,
  changes: StateChanges,
  { day, members }: { readonly day: number; readonly members: number },
): { readonly states: (number | null)[]; readonly sums: DaySum[] } {
  const sums = memberStatuses.map((state) => ({ state, pieces: 0, kg: 0, inModel: 0 }))
  const ofMembers = Array.from({ length: members }, (): number | null => null)
  for (const [piece, state] of statesOn(changes, day).entries()) {
    const sum = sums[state]
    if (sum === undefined) continue
    sum.pieces += 1
    sum.kg += pieces.kg[piece] ?? 0
    const member = pieces.members[piece] ?? null
    if (member === null) continue
    sum.inModel += 1
    ofMembers[member] = state
  }
  const occurring = sums.filter(({ pieces: count }) => count > 0)
  const number = new Map(occurring.map((sum, at) => [sums.indexOf(sum), at]))
  return {
    sums: occurring.map((sum) => ({ ...sum, kg: Math.round(sum.kg * 1000) / 1000 })),
    states: ofMembers.map((state) => (state === null ? null : (number.get(state) ?? null))),
  }
}
