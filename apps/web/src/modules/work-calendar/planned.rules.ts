import { weekdayOf } from '@cloud-factory/domain/numbers/civil-days'
import { shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'
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
  const lengths = new Map(shifts.map((shift) => [shift.id, shiftMinutes(shift)]))
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
