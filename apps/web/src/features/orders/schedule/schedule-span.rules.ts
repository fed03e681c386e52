export const zooms = ['month', 'quarter'] as const
export const views = ['bars', 'calendar'] as const
type Zoom = (typeof zooms)[number]

/** View of the schedule, stored in the address. `month` (`YYYY-MM`) is the first visible month. */
export interface Shown {
  readonly month: string
  readonly zoom: Zoom
  readonly view: (typeof views)[number]
  readonly q: string
  readonly projectId: string | null
}

/** The view in an address; missing or invalid values: the current month as bars. */
export function shownOf(search: URLSearchParams, today: string): Shown {
  const month = search.get('month') ?? ''
  const project = search.get('projectId') ?? ''
  return {
    month: /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : today.slice(0, 7),
    zoom: search.get('zoom') === 'quarter' ? 'quarter' : 'month',
    view: search.get('view') === 'calendar' ? 'calendar' : 'bars',
    q: (search.get('q') ?? '').slice(0, 100),
    projectId: /^[1-9]\d{0,17}$/.test(project) ? project : null,
  }
}

/** The address of it; what is usual is left out. */
export function searchOf({ month, zoom, view, q, projectId }: Shown, today: string): Record<string, string> {
  return {
    ...(month === today.slice(0, 7) ? {} : { month }),
    ...(zoom === 'month' ? {} : { zoom }),
    ...(view === 'bars' ? {} : { view }),
    ...(q === '' ? {} : { q }),
    ...(projectId === null ? {} : { projectId }),
  }
}

/** A calendar shows one month; the bar view as many as the zoom level. */
export const monthsShown = ({ zoom, view }: Pick<Shown, 'zoom' | 'view'>): number =>
  zoom === 'quarter' && view === 'bars' ? 3 : 1

/** A month so many months later (earlier when negative). */
export function shiftMonth(month: string, months: number): string {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`
}

/** First and last day of so many months. */
export function spanOf(month: string, months: number): readonly [from: string, to: string] {
  const from = `${month}-01`
  return [from, dayOf(dayNumber(`${shiftMonth(month, months)}-01`) - 1)]
}

/** Days since 1970-01-01, by the civil calendar (Howard Hinnant, "chrono-compatible low-level date algorithms"). */
export function dayNumber(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function dayOf(number: number): string {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join(
    '-',
  )
}

/** Days from one day to another, both included. */
export function daysOf(from: string, to: string): readonly string[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, at) => dayOf(first + at))
}

/** Day of the week, Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (((dayNumber(day) + 3) % 7) + 7) % 7
