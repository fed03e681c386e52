import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { climateFaults, dewPoint } from '@cloud-factory/domain/coating/coats.rules'
import type { Item, Trust } from '@cloud-factory/domain/wall/wall-frame'
import type { Span, WeldWindow, WelderFact, MachineNow, WallScope } from './wall.types.ts'

/** Interval between computations of an item, ms: one second for fast values, a minute or more for lists. */
export const cadences = {
  header: 1_000,
  tonnes_today: 10_000,
  tonnes_month: 300_000,
  orders_at_risk: 30_000,
  process_funnel: 60_000,
  workshop_map: 1_000,
  state_counts: 1_000,
  state_timeline: 10_000,
  oee: 10_000,
  stop_pareto: 60_000,
  cutting: 5_000,
  welding: 1_000,
  weld_trace: 1_000,
  paint: 10_000,
  first_pass: 60_000,
  defect_pareto: 300_000,
  alarms: 1_000,
  energy: 10_000,
  logistics: 10_000,
  maintenance: 300_000,
  notices: 60_000,
  honours: 300_000,
  environment: 10_000,
  safety: 60_000,
  approvals: 30_000,
  crew_yield: 60_000,
  process_energy: 10_000,
  site_dates: 60_000,
  best_welders: 300_000,
  weather: 10_000,
  model: 10_000,
} as const satisfies Readonly<Record<PanelKind | 'header', number>>

/** Timers are not exact: up to 250 ms early counts as on time. */
const earlyMs = 250
/** Retry delay after an error; never shorter than the item's own interval. */
const againMs = 5_000

interface Run {
  readonly everyMs: number
  /** Start of the last run; null: never. */
  readonly begunAt: number | null
  readonly failed: boolean
}

/** Whether to compute an item now. A clock that was set back counts as elapsed time. */
export function isDue({ everyMs, begunAt, failed }: Run, now: number): boolean {
  if (begunAt === null || now < begunAt) return true
  const wait = failed ? Math.min(everyMs, Math.max(againMs, 1_000)) : everyMs
  return now - begunAt >= wait - earlyMs
}

interface HallClimate {
  readonly dewPointC: number | null
  readonly marginK: number | null
  readonly verdict: 'paint' | 'stop' | 'unknown'
}

/**
 * Climate status of the coating line: dew point and result by the same limits as for a coat (Magnus formula of WMO-No. 8, 3 K of ISO 8502-4, 85 % of
 * GB 50205-2020, 13.1). A screen may require more than 3 K. If a value is missing, the status is unknown, never green.
 */
export function hallClimate(
  airC: number | null,
  humidity: number | null,
  surfaceC: number | null,
  requiredMarginK: number,
): HallClimate {
  if (airC === null || humidity === null || humidity <= 0)
    return { dewPointC: null, marginK: null, verdict: 'unknown' }
  const dewPointC = dewPoint({ airC, humidity: Math.min(100, humidity) })
  if (surfaceC === null) return { dewPointC, marginK: null, verdict: 'unknown' }
  const marginK = Math.round((surfaceC - dewPointC) * 10) / 10
  const faults = climateFaults({ airC, humidity, substrateC: surfaceC })
  return { dewPointC, marginK, verdict: faults.length > 0 || marginK < requiredMarginK ? 'stop' : 'paint' }
}

/** Rounds kilograms to grams: sums of fractions have rounding noise. */
export const grams = (kg: number): number => Math.round(kg * 1_000) / 1_000

/** Rounds to the given number of digits; null stays null. */
export function rounded(value: number | null, digits: number): number | null {
  const factor = 10 ** digits
  return value === null ? null : Math.round(value * factor) / factor
}

/** Fewer tests in a week say nothing of a welder. */
const minTests = 5
const maxBest = 5

/** Those with enough tests who are not below all of them together, the best first. */
export function bestOf<T extends Pick<WelderFact, 'tested' | 'accepted'>>(welders: readonly T[]): T[] {
  const sum = (field: 'tested' | 'accepted') => welders.reduce((all, one) => all + one[field], 0)
  const [tested, accepted] = [sum('tested'), sum('accepted')]
  return welders
    .filter((one) => one.tested >= minTests && one.accepted * tested >= accepted * one.tested)
    .toSorted(
      (one, other) => other.accepted / other.tested - one.accepted / one.tested || other.tested - one.tested,
    )
    .slice(0, maxBest)
}

interface Valid {
  readonly from: string
  readonly until: string | null
}

/** Notices to show on a day, from their first to their last day, both inclusive. */
export const validOn = <T extends Valid>(notices: readonly T[], day: string): T[] =>
  notices.filter(({ from, until }) => from <= day && (until === null || day <= until))

/** The newest timestamp; null: none. */
export function newest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Quality of a figure from several sources, by the number of sources with a value. */
export function trustOf(speaking: number, all: number): Trust {
  if (all === 0 || speaking === 0) return 'none'
  return speaking < all ? 'partial' : 'good'
}

export const item = <T>(at: number | null, trust: Trust, data: T): Item<T> => ({ at, trust, data })

/** The pace is the mean of up to this many planned working hours before now; it needs at least two. */
const paceHours = 4
const minHours = 2
const hourMs = 3_600_000
/** Factor for a band with 80 % probability, if hours are normally distributed: 1.28 σ. */
const bandSigmas = 1.28

export interface Pace {
  /** Per hour of planned work. */
  readonly kgPerHour: number
  /** Standard deviation of the hours in the mean. */
  readonly spread: number
  readonly hours: number
}

interface Forecast {
  readonly kg: number
  readonly lowKg: number
  readonly highKg: number
}

/** Total overlap of the spans with a span. */
export const lengthWithin = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)

/** The last hours of planned work before a timestamp, newest first. A break does not end an hour. */
function hoursBefore(planned: readonly Span[], now: number): Span[] {
  const hours: Span[] = []
  let end = now
  let length = 0
  for (const span of planned.filter(({ from }) => from < now).toReversed()) {
    let to = Math.min(span.to, now)
    while (hours.length < paceHours && length + (to - span.from) >= hourMs) {
      const from = to - (hourMs - length)
      hours.push({ from, to: end })
      end = from
      to = from
      length = 0
    }
    length += to - span.from
    if (hours.length === paceHours) break
  }
  return hours
}

/** Pace of the last hours of planned work; null: too few hours in this day. */
export function paceOf(
  course: readonly { readonly at: number; readonly kg: number }[],
  planned: readonly Span[],
  now: number,
): Pace | null {
  const hours = hoursBefore(planned, now)
  if (hours.length < minHours) return null
  const kgs = hours.map(({ from, to }) =>
    course.reduce((sum, { at, kg }) => (at >= from && at < to ? sum + kg : sum), 0),
  )
  const { mean, spread } = spreadOf(kgs)
  return { kgPerHour: mean, spread, hours: hours.length }
}

/** Mean and sample deviation of at least two values. */
export function spreadOf(values: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, spread: Math.sqrt(variance) }
}

/**
 * Forecast of the output: output so far, plus the pace of the last hours for the remaining planned hours. The band is ±1.28·s·√h, with s the standard
 * deviation of those hours and h the remaining hours, as for independent hours of equal variance. It is never below the output so far. Null without a
 * pace.
 */
export function forecastOf(
  doneKg: number,
  pace: Pick<Pace, 'kgPerHour' | 'spread'> | null,
  hoursLeft: number,
): Forecast | null {
  if (pace === null) return null
  const left = Math.max(0, hoursLeft)
  const kg = doneKg + pace.kgPerHour * left
  const band = bandSigmas * pace.spread * Math.sqrt(left)
  return { kg, lowKg: Math.max(doneKg, kg - band), highKg: kg + band }
}

/** Share of a month's target by planned time; null: no target, or a month without planned time. */
export function planOf(targetKg: number | null, plannedMs: number, monthMs: number): number | null {
  return targetKg === null || monthMs <= 0 ? null : (targetKg * plannedMs) / monthMs
}

/** Below this current no arc burns, A. */
const minArcA = 20

interface ArcPoint {
  readonly currentA: number | null
  readonly voltageV: number | null
}

export const isArc = ({ currentA }: ArcPoint): boolean => currentA !== null && currentA >= minArcA

/**
 * Heat input in kJ/mm: Q = 60·U·I / (1000·v), U in V, I in A, v in mm/min. It is the measured arc energy, without the process factor of ISO/TR
 * 17671-1. Null if a value is missing or the travel speed is 0.
 */
export function heatInput(
  currentA: number | null,
  voltageV: number | null,
  speedMmMin: number | null,
): number | null {
  if (currentA === null || voltageV === null || speedMmMin === null || speedMmMin <= 0) return null
  return (60 * voltageV * currentA) / (1_000 * speedMmMin)
}

/** Whether an arc is within the procedure's window; null: no arc, no window, or a missing value. */
export function inWindow(point: ArcPoint, window: WeldWindow | null): boolean | null {
  const { currentA, voltageV } = point
  if (window === null || currentA === null || voltageV === null || !isArc(point)) return null
  return (
    currentA >= window.lowA && currentA <= window.highA && voltageV >= window.lowV && voltageV <= window.highV
  )
}

/** Share of points with an arc that are within the window; null: no arc, or no window. */
export function windowShare(points: readonly ArcPoint[], window: WeldWindow | null): number | null {
  const judged = points.map((point) => inWindow(point, window)).filter((inside) => inside !== null)
  return judged.length === 0 ? null : judged.filter(Boolean).length / judged.length
}

/** Machines of a screen: those of its source, limited to the selected ones if any are selected. */
export function shown(machines: readonly MachineNow[], { source, machineIds }: WallScope): MachineNow[] {
  const chosen = new Set(machineIds)
  return machines.filter(
    ({ machine }) =>
      (machine.source === 'sim') === (source === 'simulated') &&
      (chosen.size === 0 || chosen.has(String(machine.id))),
  )
}
