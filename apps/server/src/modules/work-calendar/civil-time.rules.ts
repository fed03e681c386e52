// Days and times of a clock on a wall, without the zone of the computer.

const dayMs = 86_400_000

/** Days since 1970-01-01 of a `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  // The year is begun in March, so that the leap day is its last: then months need no table.
  const from = month > 2 ? year : year - 1
  const era = Math.floor(from / 400)
  const ofEra = from - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

/** The `YYYY-MM-DD` of so many days since 1970-01-01. */
export function dayOf(number: number): string {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const month = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * month + 2) / 5) + 1
  const civil = month < 10 ? month + 3 : month - 9
  return `${pad(year + era * 400 + (civil <= 2 ? 1 : 0), 4)}-${pad(civil, 2)}-${pad(date, 2)}`
}

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

export const dayAfter = (day: string, days: number): string => dayOf(dayNumber(day) + days)

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
