import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { lengthOf, overlap, type Span, without } from '../work-calendar/spans.rules.ts'

/** What a machine did; an interval that goes on ends where it is asked for. */
export interface StoodInterval extends Span {
  readonly state: MachineState
  /** A person said that it was never meant to be worked then. */
  readonly isPlanned: boolean
}

interface Order {
  /** From the report to the verification. */
  readonly time: Span
  /** The times of orders on the same machine that were reported before: what lies in them is theirs. */
  readonly earlier: readonly Span[]
  /** Planned to be worked, by the calendar. */
  readonly planned: readonly Span[]
}

/**
 * Seconds that a machine stood because of one repair order: in fault or under maintenance, in planned time, and in no order that
 * was reported before it, so that of two orders on one machine each second counts for one. Null: nothing is known of that time.
 * @param intervals of the machine, not overlapping
 */
export function stoodFor(
  { time, earlier, planned }: Order,
  intervals: readonly StoodInterval[],
): number | null {
  const known = intervals.filter(
    (interval) => interval.state !== 'offline' && overlap(interval, time) !== null,
  )
  if (known.length === 0) return null
  const own = without(time, earlier)
  const stood = known.filter(
    ({ state, isPlanned }) => (state === 'fault' || state === 'maintenance') && !isPlanned,
  )
  const spans = stood.flatMap((interval) => common(common([interval], own), planned))
  return Math.round(lengthOf(spans) / 1000)
}

export interface Downtime {
  readonly seconds: number
  readonly from: 'states' | 'order'
}

/**
 * How long a machine stood because of a repair order: what its own states say, or, where nothing was recorded of it, from the
 * report to the end of the work, less the time of orders that were reported before and stopped it too. Null: it did not stand.
 * @param ofStates seconds; null = nothing is known of that time
 * @param earlier times of orders before it with which the machine stood
 */
export function downtimeOf(
  ofStates: number | null,
  { stopped, time, earlier }: { readonly stopped: boolean } & Pick<Order, 'time' | 'earlier'>,
): Downtime | null {
  if (ofStates !== null) return { seconds: ofStates, from: 'states' }
  if (!stopped) return null
  const own = time.from < time.to ? without(time, earlier) : []
  return { seconds: Math.round(lengthOf(own) / 1000), from: 'order' }
}

const common = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) => others.flatMap((other) => overlap(one, other) ?? []))
