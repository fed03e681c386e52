import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { commonLength, lengthOf, overlap, type Span, without } from '../work-calendar/spans.rules.ts'
import type { WorkWindow } from '../work-calendar/work-windows.rules.ts'

/** What a machine did, as figures see it; an interval that goes on ends now. */
export interface ComputedInterval extends Span {
  readonly state: MachineState
  /** It was never meant to be worked: a planned reason, or maintenance without any. */
  readonly isPlannedStop: boolean
}

/** Times of a machine in a shift, seconds. */
export interface ShiftTimes {
  /** Until when it is computed, ms since 1970. */
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

/** A window of a machine: its planned time parted into that in service and that out of service. */
export interface ServedWindow extends WorkWindow {
  readonly served: readonly Span[]
}

/** What intervals of a window come to, ms; sums of disjoint intervals can be added up. */
export type WindowSums = Readonly<Record<MachineState, number>> & {
  readonly known: number
  readonly plannedStop: number
  readonly run: number
  readonly failures: number
}

export const noSums: WindowSums = {
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

/** @param outages spans in which the machine is out of service, not overlapping */
export const servedWindow = (window: WorkWindow, outages: readonly Span[]): ServedWindow => ({
  ...window,
  served: window.planned.flatMap((span) => without(span, outages)),
})

/** Adds what an interval comes to in a window until an instant. */
export function withInterval(
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

/** Times of a window until now, out of the sums of all intervals in it. */
export function timesOfSums(sums: WindowSums, window: ServedWindow, now: number): ShiftTimes {
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
 * production time (APT) in it, setup the actual unit setup time (AUST), fault the actual unit down time (ADOT). Only what has
 * passed counts. Time of which nothing is known belongs to none of them, and time out of service is a planned stop whatever
 * the machine did in it.
 * @param intervals of the machine, in the order of time, not overlapping
 */
export function computeTimes(
  window: WorkWindow,
  intervals: readonly ComputedInterval[],
  now: number,
  outages: readonly Span[] = [],
): ShiftTimes {
  const served = servedWindow(window, outages)
  const sums = intervals.reduce((all, interval) => withInterval(all, served, interval, now), noSums)
  return timesOfSums(sums, served, now)
}

const seconds = (ms: number) => ms / 1000
