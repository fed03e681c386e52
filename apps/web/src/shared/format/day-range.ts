/** The day a number of days before another; `YYYY-MM-DD`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const dayMs = 86_400_000

/** Offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(instant / 1000) * 1000
}

/**
 * The instant at which a zone's local time equals the UTC time of `wall`, in milliseconds. For an hour that occurs
 * twice, the first one; for an hour that is skipped, the instant that it would have been.
 */
export function instantShown(wall: number, timeZone: string): number {
  const shows = (instant: number) => instant + offsetAt(instant, timeZone) === wall
  // First with the offset of the day before; if the clock changed since, with that of the day after.
  const before = wall - offsetAt(wall - dayMs, timeZone)
  if (shows(before)) return before
  const after = wall - offsetAt(wall + dayMs, timeZone)
  return shows(after) ? after : before
}

/**
 * The instant at which a day begins in the factory's time zone, as ISO text.
 * @param day `YYYY-MM-DD`
 * @param plusDays days later: 1 = the end of that day
 * @returns undefined for an invalid day
 */
export function startOfDay(day: string | undefined, timeZone: string, plusDays = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date) + plusDays)
  return new Date(instantShown(midnight, timeZone)).toISOString()
}
