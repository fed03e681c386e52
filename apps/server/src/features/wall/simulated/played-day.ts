import { dayNumber, dayOf, monthOf } from '../civil-days.ts'
import type { DayFacts } from '../facts.types.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Hours of the played day at which somebody works; at night there is always somebody. */
const workHours = { day: [6, 22], night: [0, 24] } as const
const shiftChange = 14
const shiftNames = {
  early: { zh: '早班', en: 'Early shift', es: 'Turno de mañana' },
  late: { zh: '中班', en: 'Late shift', es: 'Turno de tarde' },
}
const sunday = 7
const weekdayOf = (number: number) => ((number + 3) % 7) + 1

/** Midnight before an instant by the clock of a zone, and the day that begins then. */
function midnightOf(now: number, timeZone: string): { readonly day: string; readonly midnight: number } {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const text = clock.format(now)
  const since = Date.parse(`1970-01-01T${text.slice(11)}Z`) + (now % 1_000)
  return { day: text.slice(0, 10), midnight: now - since }
}

function shiftOf(hour: number, [from, to]: readonly [number, number], midnight: number): DayFacts['shift'] {
  if (hour < from || hour >= to) return null
  const id = hour < shiftChange ? 'early' : 'late'
  return { id, names: shiftNames[id], endsAt: midnight + (id === 'early' ? shiftChange : to) * hourMs }
}

/** The working day of the factory that is played: two shifts on every day but Sundays. */
export function playedDay(now: number, timeZone: string, isNight: boolean): DayFacts {
  const { day, midnight } = midnightOf(now, timeZone)
  const hours = workHours[isNight ? 'night' : 'day']
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
    shift: shiftOf((now - midnight) / hourMs, hours, midnight),
    planned: [workedOn(dayNumber(day))],
    monthPlanned,
    monthDays,
  }
}
