import type { Span } from './facts.types.ts'

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

export interface Forecast {
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
