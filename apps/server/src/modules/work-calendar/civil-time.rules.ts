// Days and times of a clock on a wall, without the zone of the computer.

import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'

const dayMs = 86_400_000

/** Minutes after midnight of a `HH:MM`. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock of a zone shows at an instant (ms since 1970). `sv-SE` writes `2026-03-20 07:59:30`. */
export function clockAt(instant: number, timeZone: string): { day: string; second: number } {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const text = clock.format(instant)
  return { day: text.slice(0, 10), second: minuteOf(text.slice(11)) * 60 + Number(text.slice(17)) }
}

/**
 * The instant, ms since 1970, at which the clock of a zone shows a minute of a day; minutes may run past midnight. In an hour
 * that the clock leaves out: the instant it would have been; in one that comes twice: the first.
 */
export function instantOf(day: string, minute: number, timeZone: string): number {
  const wanted = dayNumber(day) * dayMs + minute * 60_000
  const shows = (instant: number) => instant + offsetAt(instant, timeZone) === wanted
  // By the clock as it was the day before: right, the first of two, or what would have been.
  const before = wanted - offsetAt(wanted - dayMs, timeZone)
  if (shows(before)) return before
  const after = wanted - offsetAt(wanted + dayMs, timeZone)
  return shows(after) ? after : before
}

function offsetAt(instant: number, timeZone: string): number {
  const { day, second } = clockAt(instant, timeZone)
  return dayNumber(day) * dayMs + second * 1000 - Math.floor(instant / 1000) * 1000
}
