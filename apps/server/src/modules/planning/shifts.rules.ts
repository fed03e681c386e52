import { clockAt, minuteOf, minutesSince, shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'

/** A shift of the working day; times are `HH:MM` of the plant's clock. */
export interface ShiftTimes {
  readonly id: number
  readonly startsAt: string
  /** Not after `startsAt`: the shift runs past midnight. */
  readonly endsAt: string
}

/** The working day something falls into, and the shift; a shift past midnight belongs to the day it began on. */
export interface ShiftDay {
  readonly day: string
  /** Null between shifts: the day is then that of the calendar. */
  readonly shiftId: number | null
}

/**
 * Where an instant (milliseconds since 1970) falls in the working days of a plant. Of the shifts, which do not overlap,
 * give those that count: the active ones.
 */
export function shiftOf(instant: number, shifts: readonly ShiftTimes[], timeZone: string): ShiftDay {
  const { day, minute } = localTime(instant, timeZone)
  const shift = shifts.find((candidate) => minutesSince(startOf(candidate), minute) < shiftMinutes(candidate))
  if (shift === undefined) return { day, shiftId: null }
  const isSinceYesterday = minute < startOf(shift)
  // Noon of the day before: a night with a changed clock is an hour longer or shorter.
  const yesterday = instant - (minute + 12 * 60) * 60_000
  return { day: isSinceYesterday ? localTime(yesterday, timeZone).day : day, shiftId: shift.id }
}

/** The first two shifts that some minute of the day belongs to both of; null when there are none. */
export function overlapOf<T extends ShiftTimes>(shifts: readonly T[]): readonly [T, T] | null {
  for (const [index, one] of shifts.entries()) {
    const other = shifts.slice(index + 1).find((candidate) => areOverlapping(one, candidate))
    if (other !== undefined) return [one, other]
  }
  return null
}

function areOverlapping(one: ShiftTimes, other: ShiftTimes): boolean {
  return (
    minutesSince(startOf(one), startOf(other)) < shiftMinutes(one) ||
    minutesSince(startOf(other), startOf(one)) < shiftMinutes(other)
  )
}

const startOf = ({ startsAt }: Pick<ShiftTimes, 'startsAt'>) => minuteOf(startsAt)

function localTime(instant: number, timeZone: string): { day: string; minute: number } {
  const { day, second } = clockAt(instant, timeZone)
  return { day, minute: Math.floor(second / 60) }
}
