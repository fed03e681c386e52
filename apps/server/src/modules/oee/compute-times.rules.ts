import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { commonLength, lengthOf, overlap, type Span, without } from '../work-calendar/spans.rules.ts'
import type { WorkWindow } from '../work-calendar/work-windows.rules.ts'

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
export interface ServedWindow extends WorkWindow {
  readonly served: readonly Span[]
}

/** Time by state within a window, ms; sums of disjoint intervals can be added. */
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

/** @param outages out-of-service periods of the machine, not overlapping */
export const servedWindow = (window: WorkWindow, outages: readonly Span[]): ServedWindow => ({
  ...window,
  served: window.planned.flatMap((span) => without(span, outages)),
})

/** Adds the part of an interval that lies in a window, up to an instant. */
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

/** Times of a window until now, from the sums of all its intervals. */
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
 * production time (APT) in it, setup the actual unit setup time (AUST), fault the actual unit down time (ADOT). Only past time
 * counts. Time without data belongs to none of them. Time out of service is a planned stop, whatever the machine did.
 * @param intervals of the machine, in time order, not overlapping
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
