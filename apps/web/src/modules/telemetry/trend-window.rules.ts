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
