import type { DayKind } from '@cloud-factory/domain/machines/equipment-enums'

interface Shift {
  readonly id: string
  /** `HH:MM`; an end at or before the start is on the next day. */
  readonly startsAt: string
  readonly endsAt: string
}

interface Running {
  readonly shiftId: string
  readonly weekdays: readonly number[]
  readonly breaks: readonly { readonly minutes: number }[]
}

interface Day {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly exception: { readonly kind: DayKind } | null
}

/** Planned minutes of days under these shifts: the effect of a change before it is saved. */
export function plannedOf(
  days: readonly Day[],
  shifts: readonly Shift[],
  running: readonly Running[],
): number {
  const lengths = new Map(shifts.map((shift) => [shift.id, lengthOf(shift)]))
  let minutes = 0
  for (const { day, exception } of days) {
    const weekday = weekdayOf(day)
    for (const { shiftId, weekdays, breaks } of running) {
      const runs = exception === null ? weekdays.includes(weekday) : exception.kind === 'work'
      const rest = breaks.reduce((sum, one) => sum + one.minutes, 0)
      if (runs && weekdays.length > 0) minutes += Math.max(0, (lengths.get(shiftId) ?? 0) - rest)
    }
  }
  return minutes
}

/** 1 Monday to 7 Sunday, by Sakamoto's rule. */
function weekdayOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const y = month < 3 ? year - 1 : year
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0
  const sunday = (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + shift + date) % 7
  return sunday === 0 ? 7 : sunday
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const lengthOf = ({ startsAt, endsAt }: Shift) =>
  (minuteOf(endsAt) - minuteOf(startsAt) + 1440) % 1440 || 1440
