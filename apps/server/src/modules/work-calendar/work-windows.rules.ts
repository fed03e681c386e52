// Days and times of a clock on a wall, without the zone of the computer.
import { dayNumber, addDays, weekdayOf } from '@cloud-factory/domain/numbers/civil-days'
import { clockAt, minuteOf, minutesSince, shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'
import type { DayKind } from '@cloud-factory/domain/machines/equipment-enums'

const dayMs = 86_400_000

/**
 * The instant, ms since 1970, at which the clock of a zone shows a minute of a day; minutes may run past midnight. In an hour
 * that the clock leaves out: the instant it would have been; in one that comes twice: the first.
 */
export function instantOf(day: string, minute: number, timeZone: string): number {
  const target = dayNumber(day) * dayMs + minute * 60_000
  const shows = (instant: number) => instant + offsetAt(instant, timeZone) === target
  // By the clock as it was the day before: right, the first of two, or what would have been.
  const before = target - offsetAt(target - dayMs, timeZone)
  if (shows(before)) return before
  const after = target - offsetAt(target + dayMs, timeZone)
  return shows(after) ? after : before
}

function offsetAt(instant: number, timeZone: string): number {
  const { day, second } = clockAt(instant, timeZone)
  return dayNumber(day) * dayMs + second * 1000 - Math.floor(instant / 1000) * 1000
}

/** A stretch of time, ms since 1970; `to` does not belong to it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What both have in common; null: nothing. */
export function overlap(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to, other.to)
  return from < to ? { from, to } : null
}

/** What is left of a stretch when others are taken out of it, in order. */
export function without(whole: Span, removed: readonly Span[]): Span[] {
  const left: Span[] = []
  let { from } = whole
  for (const part of [...removed].sort((one, other) => one.from - other.from)) {
    if (part.to <= from || part.from >= whole.to) continue
    if (part.from > from) left.push({ from, to: part.from })
    from = Math.max(from, part.to)
  }
  if (from < whole.to) left.push({ from, to: whole.to })
  return left
}

/** Milliseconds of stretches that do not overlap. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Milliseconds that a stretch has in common with others, which do not overlap each other. */
export const commonLength = (span: Span, others: readonly Span[]): number =>
  others.reduce(
    (sum, other) => sum + Math.max(0, Math.min(span.to, other.to) - Math.max(span.from, other.from)),
    0,
  )

/** A shift of the working day; times are `HH:MM`. One that ends at or before its start runs past midnight. */
export interface CalendarShift {
  readonly id: number
  readonly startsAt: string
  readonly endsAt: string
}

export interface RunningShift {
  readonly shiftId: number
  /** 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[]
  readonly breaks: readonly { readonly startsAt: string; readonly minutes: number }[]
}

/** When is worked, in the factory's time zone. */
export interface WorkCalendar {
  readonly timeZone: string
  /** Active ones, which do not overlap, in the order of the day. */
  readonly shifts: readonly CalendarShift[]
  readonly running: readonly RunningShift[]
  /** Days that differ, by `YYYY-MM-DD`. */
  readonly exceptions: ReadonlyMap<string, DayKind>
}

/** A shift of a working day, or what of a day lies outside of all shifts. */
export interface WorkWindow extends Span {
  /** That on which the shift began. */
  readonly day: string
  readonly shiftId: number | null
  /** Planned to be worked, in order: nothing on a day on which the shift does not run. */
  readonly planned: readonly Span[]
}

/** Every instant of the days, given once: shifts in their order, then the rest of the day. Breaks and days off are not planned. */
export function windowsOf(calendar: WorkCalendar, fromDay: string, toDay: string): WorkWindow[] {
  const windows: WorkWindow[] = []
  const first = dayNumber(fromDay)
  const last = dayNumber(toDay)
  let yesterday = shiftsOf(calendar, addDays(fromDay, -1))
  for (let number = first; number <= last; number += 1) {
    const day = addDays(fromDay, number - first)
    const shifts = shiftsOf(calendar, day)
    const whole = {
      from: instantOf(day, 0, calendar.timeZone),
      to: instantOf(addDays(day, 1), 0, calendar.timeZone),
    }
    const rest = without(whole, [...yesterday, ...shifts])
    windows.push(...shifts, ...rest.map((span) => ({ ...span, day, shiftId: null, planned: [] })))
    yesterday = shifts
  }
  return windows
}

function shiftsOf(calendar: WorkCalendar, day: string): WorkWindow[] {
  return calendar.shifts.map((shift) => {
    const span = spanOf(shift, day, calendar.timeZone)
    return { ...span, day, shiftId: shift.id, planned: plannedOf(calendar, shift, day, span) }
  })
}

function spanOf({ startsAt, endsAt }: CalendarShift, day: string, timeZone: string): Span {
  const start = minuteOf(startsAt)
  const end = minuteOf(endsAt)
  return {
    from: instantOf(day, start, timeZone),
    to: instantOf(end > start ? day : addDays(day, 1), end, timeZone),
  }
}

function plannedOf(calendar: WorkCalendar, shift: CalendarShift, day: string, span: Span): Span[] {
  const running = calendar.running.find(({ shiftId }) => shiftId === shift.id)
  if (running === undefined || !runs(running, day, calendar.exceptions.get(day))) return []
  const start = minuteOf(shift.startsAt)
  const breaks = running.breaks.flatMap(({ startsAt, minutes }) => {
    const minute = minuteOf(startsAt)
    // A break before the hour at which the shift begins is one of its next morning.
    const on = minute < start ? addDays(day, 1) : day
    const from = instantOf(on, minute, calendar.timeZone)
    return overlap(span, { from, to: from + minutes * 60_000 }) ?? []
  })
  return without(span, breaks)
}

const runs = (running: RunningShift, day: string, exception: DayKind | undefined): boolean =>
  exception === undefined ? running.weekdays.includes(weekdayOf(day)) : exception === 'work'

/** Minutes planned in windows. */
export const plannedMinutes = (windows: readonly WorkWindow[]): number =>
  windows.reduce((sum, { planned }) => sum + lengthOf(planned), 0) / 60_000

/** The window in which an instant lies; null: in none of these. */
export function windowAt(windows: readonly WorkWindow[], instant: number): WorkWindow | null {
  return windows.find(({ from, to }) => from <= instant && instant < to) ?? null
}

/** Whether a break lies within its shift. */
export function isWithin(shift: CalendarShift, startsAt: string, minutes: number): boolean {
  const start = minuteOf(shift.startsAt)
  return minutesSince(start, minuteOf(startsAt)) + minutes <= shiftMinutes(shift)
}
