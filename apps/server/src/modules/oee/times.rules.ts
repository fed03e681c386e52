import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import {
  commonLength,
  lengthOf,
  overlap,
  type Span,
  without,
  type WorkWindow,
} from '../work-calendar/work-windows.rules.ts'
import { noRepairs, type Sums } from './figures.rules.ts'

/** An interval of a machine as used for figures; an open interval ends now. */
export interface ComputedInterval extends Span {
  readonly state: MachineState
  /** Planned stop: the reason is a planned one, or the state is maintenance without a reason. */
  readonly isPlannedStop: boolean
}

/** Times of a machine in a shift, seconds. */
export interface ShiftTimes {
  /** End of the computed time, ms since 1970. */
  readonly until: number
  readonly length: number
  readonly planned: number
  readonly running: number
  readonly setup: number
  readonly idle: number
  readonly fault: number
  readonly unknown: number
  readonly plannedStop: number
  readonly run: number
  readonly failures: number
}

/** A window with its planned time split into time in service and out of service. */
interface ServedWindow extends WorkWindow {
  readonly served: readonly Span[]
}

/** Time by state within a window, ms; sums of disjoint intervals can be added. */
type WindowSums = Readonly<Record<MachineState, number>> & {
  readonly known: number
  readonly plannedStop: number
  readonly run: number
  readonly failures: number
}

const noSums: WindowSums = {
  offline: 0,
  idle: 0,
  setup: 0,
  running: 0,
  fault: 0,
  maintenance: 0,
  known: 0,
  plannedStop: 0,
  run: 0,
  failures: 0,
}

/** @param outOfService out-of-service periods of the machine, not overlapping */
const servedWindow = (window: WorkWindow, outOfService: readonly Span[]): ServedWindow => ({
  ...window,
  served: window.planned.flatMap((span) => without(span, outOfService)),
})

/** Adds the part of an interval that lies in a window, up to an instant. */
function withInterval(
  sums: WindowSums,
  window: ServedWindow,
  interval: ComputedInterval,
  now: number,
): WindowSums {
  const inside = overlap(interval, { from: window.from, to: Math.min(window.to, now) })
  if (inside === null) return sums
  const { state, isPlannedStop } = interval
  const common = commonLength(inside, window.served)
  const isFailure = state === 'fault' && !isPlannedStop && begins(interval, window.served)
  const counted = isPlannedStop
    ? { plannedStop: sums.plannedStop + common }
    : { [state]: sums[state] + common }
  return {
    ...sums,
    ...counted,
    known: sums.known + common,
    run: state === 'running' ? sums.run + inside.to - inside.from : sums.run,
    failures: sums.failures + (isFailure ? 1 : 0),
  }
}

/** A fault counts once, in the shift in whose planned time it began. */
const begins = ({ from }: Span, planned: readonly Span[]): boolean =>
  planned.some((span) => span.from <= from && from < span.to)

/** Times of a window until now, from the sums of all its intervals. */
function timesOfSums(sums: WindowSums, window: ServedWindow, now: number): ShiftTimes {
  const whole = { from: window.from, to: Math.max(window.from, Math.min(window.to, now)) }
  const planned = lengthOf(window.planned.flatMap((span) => overlap(span, whole) ?? []))
  const served = lengthOf(window.served.flatMap((span) => overlap(span, whole) ?? []))
  const plannedStop = sums.plannedStop + planned - served
  return {
    until: whole.to,
    length: seconds(whole.to - whole.from),
    planned: seconds(planned - plannedStop),
    running: seconds(sums.running),
    setup: seconds(sums.setup),
    idle: seconds(sums.idle),
    fault: seconds(sums.fault),
    unknown: seconds(sums.offline + served - sums.known),
    plannedStop: seconds(plannedStop),
    run: seconds(sums.run),
    failures: sums.failures,
  }
}

/**
 * Time elements of ISO 22400-2:2014, 5 (time model for work units): planned is the planned busy time (PBT), running the actual
 * production time (APT) in it, setup the actual unit setup time (AUST), fault the actual unit down time (ADOT). Only past time
 * counts. Time without data belongs to none of them. Time out of service is a planned stop, whatever the machine did.
 * @param intervals of the machine, in time order, not overlapping
 */
export function computeTimes(
  window: WorkWindow,
  intervals: readonly ComputedInterval[],
  now: number,
  outOfService: readonly Span[] = [],
): ShiftTimes {
  const served = servedWindow(window, outOfService)
  const sums = intervals.reduce((all, interval) => withInterval(all, served, interval, now), noSums)
  return timesOfSums(sums, served, now)
}

const seconds = (ms: number) => ms / 1000

/** Times of a machine's current day. Past intervals are summed up once; only newer ones are read again. */
export interface RunningTimes {
  readonly windows: readonly ServedWindow[]
  /** By window: sums of all intervals before the tail. */
  readonly sums: readonly WindowSums[]
  /** Intervals that may still change: the last one, and any that ends after now because another clock is ahead. */
  readonly tail: readonly ComputedInterval[]
}

export const beginTimes = (windows: readonly WorkWindow[], outOfService: readonly Span[]): RunningTimes => ({
  windows: windows.map((window) => servedWindow(window, outOfService)),
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

/** A machine's counts of one shift; null: it has no such counter. */
export interface ShiftCounts {
  /** Standard output per hour; null: not set. */
  readonly standardRate: number | null
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
  /** The shift had ended when it was recounted. */
  readonly isCorrected?: boolean
}

/** Converts a machine's times and counts of one shift into sums for key figures. */
export function sumsOfShift(times: ShiftTimes, counts: ShiftCounts, outputUnit: string): Sums {
  const { standardRate: rate, output, energy, arc } = counts
  const good = counts.good ?? output
  const isRated = rate !== null && output !== null
  const idealOf = (made: number | null) => (isRated ? ((made ?? output) / rate) * 3600 : null)
  return {
    calendarS: times.length,
    plannedS: times.planned,
    runningS: times.running,
    setupS: times.setup,
    idleS: times.idle,
    faultS: times.fault,
    unknownS: times.unknown,
    plannedStopS: times.plannedStop,
    runS: times.run,
    failures: times.failures,
    idealS: idealOf(output),
    goodIdealS: idealOf(good),
    ratedRunS: isRated ? times.run : null,
    output,
    good,
    outputUnit,
    energyKwh: energy,
    arcOnS: arc,
    arcRunS: arc === null ? null : times.run,
    isAssumed: counts.good === null && output !== null && output > 0,
    isCorrected: counts.isCorrected ?? false,
    isByOldShifts: false,
    ...noRepairs,
  }
}
