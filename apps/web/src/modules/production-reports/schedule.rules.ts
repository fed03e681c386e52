import type {
  ProcessLoad,
  ScheduledOrder,
} from '@cloud-factory/contract/production-reports/production-reports'
import { addDays, dayNumber, dayOf, daysBetween } from '@cloud-factory/domain/numbers/civil-days'

/** Part of the time shown, in per cent from its left edge. */
export interface Piece {
  readonly left: number
  readonly width: number
}

interface Bar {
  /** Visible part from start to due date; null when it is outside the range. */
  readonly planned: Piece | null
  /** Filled share of the planned piece, per cent: the completed part of the order. */
  readonly filled: number
  /** From the due date to today, of a late order. */
  readonly overdue: Piece | null
  /** Position of the forecast completion; null when unknown or outside the range. */
  readonly forecast: number | null
  /** It begins before, or is due after, the time shown. */
  readonly goesOn: { readonly before: boolean; readonly after: boolean }
}

type Order = Pick<ScheduledOrder, 'startsOn' | 'dueOn' | 'progress' | 'forecast' | 'daysLate'>

/**
 * Position of an order in the days from–to (both included). A day is an interval: a bar ends at the
 * end of its last day.
 */
export function barOf(order: Order, from: string, to: string, today: string): Bar {
  const first = dayNumber(from)
  const last = dayNumber(to) + 1
  const start = dayNumber(order.startsOn)
  const due = dayNumber(order.dueOn) + 1
  const place = (at: number) => ((at - first) / (last - first)) * 100
  const piece = (begin: number, end: number): Piece | null => {
    const [left, right] = [Math.max(begin, first), Math.min(end, last)]
    return right > left ? { left: place(left), width: place(right) - place(left) } : null
  }
  const planned = piece(start, due)
  // The whole bar is the whole order, wherever it is cut.
  const doneUntil = start + (due - start) * order.progress
  const shownDone = piece(start, doneUntil)
  const done = order.forecast === null ? null : dayNumber(order.forecast.doneOn) + 0.5
  return {
    planned,
    filled: planned === null || shownDone === null ? 0 : (shownDone.width / planned.width) * 100,
    overdue: order.daysLate === null ? null : piece(due, dayNumber(today) + 1),
    forecast: done !== null && done >= first && done <= last ? place(done) : null,
    goesOn: { before: start < first, after: due > last },
  }
}

/** Outlook for the due date: late, expected to be late at the current pace, or on time. */
export function outlookOf({
  daysLate,
  forecast,
}: Pick<Order, 'daysLate' | 'forecast'>): 'late' | 'risk' | 'good' {
  if (daysLate !== null) return 'late'
  return forecast !== null && (forecast.daysLate ?? 0) > 0 ? 'risk' : 'good'
}

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

/** Due days that are tried out and not saved, by order. */
export type DueDays = ReadonlyMap<string, string>

/** The orders as they would be with the due days that are tried out. */
export const withDueDays = (
  orders: readonly ScheduledOrder[],
  tried: DueDays,
  today: string,
): readonly ScheduledOrder[] =>
  orders.map((order) => {
    const dueOn = tried.get(order.id)
    if (dueOn === undefined) return order
    const { startsOn, forecast } = order
    return {
      ...order,
      dueOn,
      startsOn: startsOn < dueOn ? startsOn : dueOn,
      daysLate: dueOn < today ? daysBetween(dueOn, today) : null,
      forecast: forecast && { ...forecast, daysLate: daysBetween(dueOn, forecast.doneOn) },
    }
  })

/** Load of a process in a week, kg, and what it can make, kg. */
export interface LoadCell {
  readonly kg: number
  readonly capacityKg: number
}

/** Load and capacity of each process that has either, by week. */
export function loadOf(
  { today, weeks, processes, orders }: ProcessLoad,
  tried: DueDays,
): readonly { readonly processId: string; readonly cells: readonly LoadCell[] }[] {
  const loads = new Map(processes.map(({ processId }) => [processId, weeks.map(() => 0)]))
  for (const { id, startsOn, dueOn, left } of orders) {
    const due = tried.get(id) ?? dueOn
    if (due === null) continue
    const from = startsOn > today ? startsOn : today
    for (const [at, { processId, kg }] of left.entries()) {
      const load = loads.get(processId)
      const part = partOf(from, due > from ? due : from, at, left.length)
      for (const [week, share] of sharesOf(part, weeks, today).entries()) {
        if (load !== undefined) load[week] = (load[week] ?? 0) + kg * share
      }
    }
  }
  return processes.flatMap(({ processId, kgPerWeek }) => {
    const load = loads.get(processId) ?? []
    const cells = weeks.map(({ share }, at) => ({ kg: load[at] ?? 0, capacityKg: kgPerWeek * share }))
    return kgPerWeek > 0 || load.some((kg) => kg > 0) ? [{ processId, cells }] : []
  })
}

/**
 * Part of an order's time in which one of its processes works: the processes follow one another, each overlaps its
 * neighbours by half.
 */
function partOf(from: string, to: string, at: number, processes: number): readonly [string, string] {
  const step = (daysBetween(from, to) + 1) / (processes + 1)
  const last = Math.max(Math.ceil(step * (at + 2)) - 1, Math.floor(step * at))
  return [addDays(from, Math.floor(step * at)), addDays(from, Math.min(last, daysBetween(from, to)))]
}

/** Share of each week in a time, by the time that is worked; what lies after the last week is in none. */
function sharesOf(
  [from, to]: readonly [string, string],
  weeks: ProcessLoad['weeks'],
  today: string,
): readonly number[] {
  const daysIn = (first: string, last: string) =>
    Math.max(0, daysBetween(from > first ? from : first, to < last ? to : last) + 1)
  const days = weeks.map((week) => daysIn(week.from < today ? today : week.from, week.to))
  const worked = weeks.map(
    ({ from: first, to: last, share }, at) =>
      ((days[at] ?? 0) * share) / (daysBetween(first < today ? today : first, last) + 1),
  )
  const after = Math.max(0, daysBetween(weeks.at(-1)?.to ?? to, to)) / 7
  const sum = worked.reduce((total, share) => total + share, after)
  if (sum > 0) return worked.map((share) => share / sum)
  // In a time without work, as holidays, it is counted where the days are.
  const all = days.reduce((total, number) => total + number, 0)
  return days.map((number) => (all === 0 ? 0 : number / all))
}

/** How full a week is: the load against what can be made; infinite if nothing can. */
export const fullness = ({ kg, capacityKg }: LoadCell): number =>
  kg < 0.5 ? 0 : capacityKg > 0 ? kg / capacityKg : Number.POSITIVE_INFINITY

export const isOverfull = (cell: LoadCell): boolean => fullness(cell) > 1

/** Number of weeks of processes that have more to do than they can make. */
export const overfullWeeks = (load: ProcessLoad, tried: DueDays): number =>
  loadOf(load, tried).flatMap(({ cells }) => cells.filter(isOverfull)).length
