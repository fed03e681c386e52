import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import type {
  ProductionReport,
  ProductionRow,
} from '@cloud-factory/contract/production-reports/production-reports'

export const periods = ['day', 'shift', 'month'] as const
export const groups = ['none', 'workshop', 'crew', 'project'] as const
export const measures = ['tonnes', 'pieces', 'hours'] as const

/** Scope of the report, stored in the address. Days are `YYYY-MM-DD`, both included. */
export interface Scope {
  readonly from: string
  readonly to: string
  readonly per: (typeof periods)[number]
  readonly group: (typeof groups)[number]
  readonly measure: (typeof measures)[number]
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
}

const filterNames = ['processId', 'projectId', 'orderId', 'workshopId', 'crewId'] as const
export type FilterName = (typeof filterNames)[number]

const aDay = /^\d{4}-\d{2}-\d{2}$/
const anId = /^[1-9]\d{0,17}$/

/** The scope in an address; missing or invalid values: the current month by day. */
export function scopeOf(search: URLSearchParams, today: string): Scope {
  const day = (name: string, otherwise: string) => {
    const text = search.get(name) ?? ''
    return aDay.test(text) ? text : otherwise
  }
  const word = <T extends string>(name: string, words: readonly [T, ...T[]]): T =>
    words.find((one) => one === search.get(name)) ?? words[0]
  const filters = filterNames.flatMap((name) => {
    const text = search.get(name) ?? ''
    return anId.test(text) ? [[name, text] as const] : []
  })
  return {
    from: day('from', `${today.slice(0, 8)}01`),
    to: day('to', today),
    per: word('per', periods),
    group: word('group', groups),
    measure: word('measure', measures),
    filters: Object.fromEntries(filters),
  }
}

/**
 * The address of a scope. Defaults are omitted, except the days: otherwise a link would show a
 * different month later.
 */
export function searchOf({ from, to, per, group, measure, filters }: Scope): Record<string, string> {
  return {
    from,
    to,
    ...(per === 'day' ? {} : { per }),
    ...(group === 'none' ? {} : { group }),
    ...(measure === 'tonnes' ? {} : { measure }),
    ...filters,
  }
}

/** The query of the report's endpoint. */
export const queryOf = ({ from, to, per, group, filters }: Scope) => ({ from, to, per, group, ...filters })

export const spans = ['month', 'lastMonth', 'days7', 'days30', 'year'] as const
type Span = (typeof spans)[number]

/** First and last day of a usual span that ends, or ended last, on the day given. */
export function spanOf(span: Span, today: string): readonly [from: string, to: string] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = `${today.slice(0, 8)}01`
  if (span === 'month') return [first, today]
  if (span === 'year') return [`${today.slice(0, 4)}-01-01`, today]
  if (span === 'lastMonth') {
    const before = month === 1 ? `${pad(year - 1, 4)}-12` : `${pad(year, 4)}-${pad(month - 1, 2)}`
    return [`${before}-01`, addDays(first, -1)]
  }
  return [addDays(today, span === 'days7' ? -6 : -29), today]
}

const pad = (value: number, length: number) => String(value).padStart(length, '0')

type Figures = Pick<ProductionRow, 'kg' | 'pieces' | 'hours' | 'voidKg'>
type Measure = Scope['measure']

/** One line of the table: a period, its shift and group, and what each process did in it. */
export interface Line {
  readonly key: string
  readonly period: string
  readonly shiftId: string | null
  readonly group: ProductionRow['group']
  readonly cells: ReadonlyMap<string, Figures>
}

/** The rows of a report as lines, in their original order. */
export function linesOf(rows: readonly ProductionRow[]): readonly Line[] {
  const lines = new Map<string, Line & { readonly cells: Map<string, Figures> }>()
  for (const { period, shiftId, group, processId, ...figures } of rows) {
    const key = [period, shiftId ?? '', group?.id ?? ''].join('|')
    const line = lines.get(key) ?? { key, period, shiftId, group, cells: new Map<string, Figures>() }
    line.cells.set(processId, figures)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** The number that is shown of some figures; tonnes as kilograms. */
export const measured = (figures: Figures | undefined, measure: Measure): number =>
  figures === undefined ? 0 : { tonnes: figures.kg, pieces: figures.pieces, hours: figures.hours }[measure]

/** Days that a report spans at most; an address may ask for more, which the server rejects. */
const maxPeriods = 400

/** Every day or month of the scope, whether something was done in it or not. */
export function periodsOf({ from, to, per }: Pick<Scope, 'from' | 'to' | 'per'>): readonly string[] {
  const periods: string[] = []
  for (let day = from; day <= to && periods.length < maxPeriods; day = addDays(day, 1)) {
    const period = per === 'month' ? day.slice(0, 7) : day
    if (period !== periods.at(-1)) periods.push(period)
  }
  return periods
}

/** Output of one process by period, over all shifts and groups. */
export function barsOf(
  lines: readonly Line[],
  processId: string,
  scope: Pick<Scope, 'from' | 'to' | 'per' | 'measure'>,
): readonly { readonly period: string; readonly value: number }[] {
  const sums = new Map(periodsOf(scope).map((period) => [period, 0]))
  for (const { period, cells } of lines) {
    const thousandths = Math.round(measured(cells.get(processId), scope.measure) * 1000)
    sums.set(period, (sums.get(period) ?? 0) + thousandths)
  }
  return [...sums].map(([period, value]) => ({ period, value: value / 1000 }))
}

/** The process that did most, which the chart shows at first; null when nothing was done. */
export function busiest(totals: ProductionReport['totals'], measure: Measure): string | null {
  const most = totals.toSorted((one, other) => measured(other, measure) - measured(one, measure))[0]
  return most === undefined ? null : most.processId
}
