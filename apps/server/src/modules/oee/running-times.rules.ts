import type { Span } from '../work-calendar/spans.rules.ts'
import type { WorkWindow } from '../work-calendar/work-windows.rules.ts'
import {
  noSums,
  type ComputedInterval,
  servedWindow,
  type ServedWindow,
  type ShiftTimes,
  timesOfSums,
  withInterval,
  type WindowSums,
} from './compute-times.rules.ts'

/** Times of a machine's current day. Past intervals are summed up once; only newer ones are read again. */
export interface RunningTimes {
  readonly windows: readonly ServedWindow[]
  /** By window: sums of all intervals before the tail. */
  readonly sums: readonly WindowSums[]
  /** Intervals that may still change: the last one, and any that ends after now because another clock is ahead. */
  readonly tail: readonly ComputedInterval[]
}

export const beginTimes = (windows: readonly WorkWindow[], outages: readonly Span[]): RunningTimes => ({
  windows: windows.map((window) => servedWindow(window, outages)),
  sums: windows.map(() => noSums),
  tail: [],
})

/** Start of the tail; new data must contain all intervals from there on. Null: nothing is known yet. */
export const tailFrom = ({ tail }: RunningTimes): number | null => tail[0]?.from ?? null

/** @param intervals all intervals that begin at the start of the tail or later, in time order */
export function takeIntervals(
  running: RunningTimes,
  intervals: readonly ComputedInterval[],
  now: number,
): RunningTimes {
  const open = intervals.findIndex(({ to }, index) => to > now || index === intervals.length - 1)
  const closed = intervals.slice(0, Math.max(open, 0))
  return {
    windows: running.windows,
    sums: running.windows.map((window, index) =>
      closed.reduce((all, one) => withInterval(all, window, one, now), running.sums[index] ?? noSums),
    ),
    tail: intervals.slice(Math.max(open, 0)),
  }
}

/** Times by window that has begun; equal to `computeTimes` over all intervals. */
export function timesNow(
  { windows, sums, tail }: RunningTimes,
  now: number,
): { readonly window: ServedWindow; readonly times: ShiftTimes }[] {
  return windows.flatMap((window, index) => {
    if (window.from >= now) return []
    const all = tail.reduce((sum, one) => withInterval(sum, window, one, now), sums[index] ?? noSums)
    return [{ window, times: timesOfSums(all, window, now) }]
  })
}
