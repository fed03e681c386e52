import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { Sample } from './follow-state.rules.ts'

/** The reason that a person gave for a stop. */
export interface Reasoned {
  readonly reasonId: number | null
  readonly note: string
  readonly reasonedBy: string
  readonly reasonedAt: number | null
}

/** An interval of a machine. Instants are ms since 1970; `to` null: the interval is still open. */
export interface Interval extends Reasoned {
  /** Null: not stored yet. */
  readonly id: number | null
  readonly state: MachineState
  readonly from: number
  readonly to: number | null
  /** A person split it from the previous interval, which has the same state. */
  readonly isCut: boolean
}

export const unreasoned: Reasoned = { reasonId: null, note: '', reasonedBy: '', reasonedAt: null }
const forever = Number.POSITIVE_INFINITY
const endOf = ({ to }: { readonly to: number | null }) => to ?? forever

/**
 * Merges a newly observed course into the stored intervals of a machine. `pieces` describe the machine from `from` until `to`
 * (null: open end); the first piece begins at `from`. Intervals outside this period do not change. A reason stays with the stop
 * that it was given for. A split made by a person stays if the state around it is unchanged. The result has no new gaps, and no
 * two adjacent intervals are equal.
 * @param existing in time order; all intervals that overlap or touch the period
 */
export function arrange(
  existing: readonly Interval[],
  from: number,
  to: number | null,
  pieces: readonly Sample[],
): Interval[] {
  const end = to ?? forever
  const before = existing.flatMap((one) =>
    one.from < from ? [{ ...one, to: endOf(one) > from ? from : one.to }] : [],
  )
  const after = existing.flatMap((one): Interval[] => {
    if (endOf(one) <= end) return []
    return one.from >= end ? [one] : [{ ...one, id: null, from: end, isCut: false }]
  })
  const inside = pieces.flatMap((piece, index): Interval[] => {
    const next = pieces[index + 1]?.at ?? end
    // A state that ended at the instant at which it began.
    if (next <= piece.at) return []
    const until = next === forever ? null : next
    const whole = { id: null, state: piece.state, from: piece.at, to: until, isCut: false, ...unreasoned }
    return cutAsBefore(whole, existing)
  })
  const carried = inside.map((interval) => ({ ...interval, ...reasonFor(interval, existing) }))
  return named(merged([...before, ...carried, ...after]), existing)
}

function cutAsBefore(whole: Interval, existing: readonly Interval[]): Interval[] {
  const cuts = existing.filter(
    ({ isCut, from, state }) => isCut && state === whole.state && from > whole.from && from < endOf(whole),
  )
  const starts = [whole.from, ...cuts.map(({ from }) => from)]
  return starts.map((start, index) => ({
    ...whole,
    from: start,
    to: starts[index + 1] ?? whole.to,
    isCut: index > 0,
  }))
}

/** The reason of the stop with the longest overlap. Of an open stop only the past part is compared. */
function reasonFor(interval: Interval, existing: readonly Interval[]): Reasoned {
  let best: Reasoned = unreasoned
  let most = 0
  for (const one of existing) {
    if (one.state !== interval.state || (one.reasonId === null && one.note === '')) continue
    const common = Math.min(endOf(one), endOf(interval)) - Math.max(one.from, interval.from)
    if (common <= most) continue
    most = common
    best = one
  }
  const { reasonId, note, reasonedBy, reasonedAt } = best
  return { reasonId, note, reasonedBy, reasonedAt }
}

function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const interval of intervals) {
    const last = result.at(-1)
    const joins =
      last !== undefined && last.state === interval.state && endOf(last) === interval.from && !interval.isCut
    if (!joins) result.push(interval)
    else {
      const reason = last.reasonId === null && last.note === '' ? interval : last
      const { reasonId, note, reasonedBy, reasonedAt } = reason
      result[result.length - 1] = { ...last, to: interval.to, reasonId, note, reasonedBy, reasonedAt }
    }
  }
  return result
}

/** An interval that begins at the same instant as a stored one is that row. */
function named(intervals: readonly Interval[], existing: readonly Interval[]): Interval[] {
  const ids = new Map(existing.map(({ from, id }) => [from, id]))
  return intervals.map((interval) => ({ ...interval, id: ids.get(interval.from) ?? null }))
}

/** Rows to write to turn `before` into `after`. If they are written in this order, rows never overlap. */
export interface IntervalChanges {
  readonly removed: readonly number[]
  /** Rows that now end earlier come first. */
  readonly changed: readonly Interval[]
  readonly added: readonly Interval[]
}

export function changesOf(before: readonly Interval[], after: readonly Interval[]): IntervalChanges {
  const remaining = new Map(
    after.flatMap((interval) => (interval.id === null ? [] : [[interval.id, interval]])),
  )
  const changed = before.flatMap((was) => {
    const now = was.id === null ? undefined : remaining.get(was.id)
    return now === undefined || isSame(was, now) ? [] : [{ now, grows: endOf(now) > endOf(was) }]
  })
  return {
    removed: before.flatMap(({ id }) => (id === null || remaining.has(id) ? [] : [id])),
    changed: [...changed.filter(({ grows }) => !grows), ...changed.filter(({ grows }) => grows)].map(
      ({ now }) => now,
    ),
    added: after.filter(({ id }) => id === null),
  }
}

const isSame = (one: Interval, other: Interval): boolean =>
  one.state === other.state &&
  one.to === other.to &&
  one.reasonId === other.reasonId &&
  one.note === other.note &&
  one.isCut === other.isCut
