// Finds the working day of an instant by checking the zone's clock minute by minute. The product computes it instead.

/** Times are `HH:MM` of the factory's clock; one that ends at or before its start runs past midnight. */
export interface DayShift {
  readonly id: string
  readonly startsAt: string
  readonly endsAt: string
}

export interface WorkingDay {
  readonly day: string
  /** Null: between shifts. */
  readonly shiftId: string | null
}

/** `2026-03-20 07:59`. */
export function shownIn(zone: string, instant: number): string {
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone: zone })
  return text.slice(0, 16)
}

export function workingDayOf(instant: number, shifts: readonly DayShift[], zone: string): WorkingDay {
  const [day = '', time = ''] = shownIn(zone, instant).split(' ')
  for (const { id, startsAt, endsAt } of shifts) {
    const isOvernight = endsAt <= startsAt
    if (startsAt <= time && (isOvernight || time < endsAt)) return { day, shiftId: id }
    if (isOvernight && time < endsAt) return { day: dayBefore(day), shiftId: id }
  }
  return { day, shiftId: null }
}

/** Minutes of a working day that are in a shift, and of the whole day. */
export function minutesOfDay(day: string, shifts: readonly DayShift[], zone: string) {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const minutes = { inShifts: 0, whole: 0 }
  for (let at = noon - 48 * 3_600_000; at < noon + 48 * 3_600_000; at += 60_000) {
    const found = workingDayOf(at, shifts, zone)
    if (found.day !== day) continue
    minutes.whole += 1
    if (found.shiftId !== null) minutes.inShifts += 1
  }
  return minutes
}

export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
