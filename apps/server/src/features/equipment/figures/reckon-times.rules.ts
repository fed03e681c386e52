import type { MachineState } from '@cloud-factory/contract/equipment-words'
import { commonLength, lengthOf, overlap, type Span } from '../calendar/spans.rules.ts'
import type { WorkWindow } from '../calendar/work-windows.rules.ts'

/** What a machine did, as figures see it; an interval that goes on ends now. */
export interface ReckonedInterval extends Span {
  readonly state: MachineState
  /** It was never meant to be worked: a planned reason, or maintenance without any. */
  readonly isPlannedStop: boolean
}

/** Times of a machine in a shift, seconds. */
export interface ShiftTimes {
  /** Until when it is reckoned, ms since 1970. */
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

/**
 * Time elements of ISO 22400-2:2014, 5 (time model for work units): planned is the planned busy time (PBT), running the actual
 * production time (APT) in it, setup the actual unit setup time (AUST), fault the actual unit down time (ADOT). Only what has
 * passed counts. Time of which nothing is known belongs to none of them.
 * @param intervals of the machine, in the order of time, not overlapping
 */
export function reckonTimes(
  window: WorkWindow,
  intervals: readonly ReckonedInterval[],
  now: number,
): ShiftTimes {
  const whole = { from: window.from, to: Math.max(window.from, Math.min(window.to, now)) }
  const planned = window.planned.flatMap((span) => overlap(span, whole) ?? [])
  const plannedMs = lengthOf(planned)
  const sums = { offline: 0, idle: 0, setup: 0, running: 0, fault: 0, maintenance: 0 }
  let plannedStop = 0
  let known = 0
  let run = 0
  let failures = 0
  for (const interval of intervals) {
    const inside = overlap(interval, whole)
    if (inside === null) continue
    const common = commonLength(inside, planned)
    known += common
    if (interval.isPlannedStop) plannedStop += common
    else sums[interval.state] += common
    if (interval.state === 'running') run += inside.to - inside.from
    if (isFailure(interval, planned)) failures += 1
  }
  return {
    until: whole.to,
    length: seconds(whole.to - whole.from),
    planned: seconds(plannedMs - plannedStop),
    running: seconds(sums.running),
    setup: seconds(sums.setup),
    idle: seconds(sums.idle),
    fault: seconds(sums.fault),
    unknown: seconds(sums.offline + plannedMs - known),
    plannedStop: seconds(plannedStop),
    run: seconds(run),
    failures,
  }
}

/** A fault counts once, in the shift in whose planned time it began. */
const isFailure = ({ state, isPlannedStop, from }: ReckonedInterval, planned: readonly Span[]): boolean =>
  state === 'fault' && !isPlannedStop && planned.some((span) => span.from <= from && from < span.to)

const seconds = (ms: number) => ms / 1000
