interface Course {
  readonly names: { readonly zh: string; readonly en: string; readonly es: string }
  readonly unit: string
  readonly decimals: number
  readonly at: readonly number[]
  readonly mean: readonly (number | null)[]
}

interface Courses {
  readonly series: readonly Course[]
}

export interface Texts {
  readonly nameOf: (names: Course['names']) => string
  readonly instant: (at: number) => string
  /** Text for unknown values. */
  readonly none: string
}

/** Every instant at which some course has a value, ascending. */
export function timesOf({ series }: Courses): readonly number[] {
  const times = new Set<number>()
  for (const { at, mean } of series)
    for (const [place, time] of at.entries()) if (mean[place] !== null) times.add(time)
  return [...times].toSorted((a, b) => a - b)
}

/** A course's value at an instant: the one of its last point by then; null in a gap and before its first. */
export function valueAt({ at, mean }: Course, time: number): number | null {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : (mean[low - 1] ?? null)
}

/** `2026-03-20 12:00:00: current 612.5 A, voltage 31.2 V`. */
export const pointAt = ({ series }: Courses, time: number, { nameOf, instant, none }: Texts): string =>
  `${instant(time)}: ${series
    .map((course) => {
      const value = valueAt(course, time)
      return `${nameOf(course.names)} ${value === null ? none : `${value.toFixed(course.decimals)} ${course.unit}`.trim()}`
    })
    .join(', ')}`

/** A stretch of time, ms since 1970. `live`: its end is now, and goes on. */
export interface TrendWindow {
  readonly from: number
  readonly to: number
  readonly live: boolean
}

const minute = 60_000
const shortest = minute
const longest = 400 * 86_400_000

/** Stretches that are chosen with one press, minutes. */
export const usualMinutes = [15, 60, 480, 1440, 10_080, 43_200] as const

export const lastMinutes = (minutes: number, now: number): TrendWindow => ({
  from: now - minutes * minute,
  to: now,
  live: true,
})

/** Half or twice as long about its middle, not beyond now. */
export function zoomed({ from, to }: TrendWindow, factor: number, now: number): TrendWindow {
  const length = Math.min(longest, Math.max(shortest, (to - from) * factor))
  return fitted((from + to) / 2 - length / 2, length, now)
}

/** Moved by a share of its length, not beyond now. */
export const moved = ({ from, to }: TrendWindow, share: number, now: number): TrendWindow =>
  fitted(from + (to - from) * share, to - from, now)

function fitted(from: number, length: number, now: number): TrendWindow {
  const live = from + length >= now
  const start = live ? now - length : from
  return { from: start, to: start + length, live }
}
