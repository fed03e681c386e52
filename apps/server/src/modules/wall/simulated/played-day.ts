import { dayNumber, dayOf, monthOf } from '../civil-days.ts'
import type { DayFacts } from '../facts.types.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * Working hours of the simulated day and its shifts in order with their ends. With a night shift work never stops, and the day begins with it on the
 * evening before.
 */
const plans = {
  day: {
    hours: [6, 22],
    shifts: [
      { id: 'early', to: 14, names: { zh: '早班', en: 'Early shift', es: 'Turno de mañana' } },
      { id: 'late', to: 22, names: { zh: '中班', en: 'Late shift', es: 'Turno de tarde' } },
    ],
  },
  night: {
    hours: [-4, 20],
    shifts: [
      { id: 'night', to: 8, names: { zh: '夜班', en: 'Night shift', es: 'Turno de noche' } },
      { id: 'day', to: 20, names: { zh: '白班', en: 'Day shift', es: 'Turno de día' } },
    ],
  },
} as const
type Plan = (typeof plans)[keyof typeof plans]
const sunday = 7
const weekdayOf = (number: number) => ((number + 3) % 7) + 1

/** Midnight before a timestamp in a time zone, and the day that begins then. */
function midnightOf(now: number, timeZone: string): { readonly day: string; readonly midnight: number } {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const text = clock.format(now)
  const since = Date.parse(`1970-01-01T${text.slice(11)}Z`) + (now % 1_000)
  return { day: text.slice(0, 10), midnight: now - since }
}

function shiftOf(hour: number, { hours, shifts }: Plan, midnight: number): DayFacts['shift'] {
  const shift = hour < hours[0] ? undefined : shifts.find(({ to }) => hour < to)
  return shift === undefined
    ? null
    : { id: shift.id, names: shift.names, endsAt: midnight + shift.to * hourMs }
}

/** The working day of the simulated plant: two shifts on every day except Sundays. */
export function playedDay(now: number, timeZone: string, isNight: boolean): DayFacts {
  const plan = plans[isNight ? 'night' : 'day']
  const { hours } = plan
  const civil = midnightOf(now, timeZone)
  // In the evening the night shift begins the next working day.
  const ahead = isNight && now >= civil.midnight + hours[1] * hourMs ? 1 : 0
  const midnight = civil.midnight + ahead * dayMs
  const day = dayOf(dayNumber(civil.day) + ahead)
  const workedOn = (number: number) => {
    const start = midnight + (number - dayNumber(day)) * dayMs
    return { day: dayOf(number), from: start + hours[0] * hourMs, to: start + hours[1] * hourMs }
  }
  const monthDays = monthOf(day)
  const monthPlanned: ReturnType<typeof workedOn>[] = []
  for (let number = dayNumber(monthDays[0]); number <= dayNumber(monthDays[1]); number += 1)
    if (weekdayOf(number) !== sunday || number === dayNumber(day)) monthPlanned.push(workedOn(number))
  return {
    now,
    timeZone,
    day,
    shift: shiftOf((now - midnight) / hourMs, plan, midnight),
    planned: [workedOn(dayNumber(day))],
    monthPlanned,
    monthDays,
  }
}
