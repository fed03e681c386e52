import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'

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

/** Days from one day to another, both included. */
export function daysOf(from: string, to: string): readonly string[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, at) => dayOf(first + at))
}

/** Day of the week, Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (((dayNumber(day) + 3) % 7) + 7) % 7
