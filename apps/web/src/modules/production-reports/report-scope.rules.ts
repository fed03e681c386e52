import { addDays } from '@cloud-factory/domain/numbers/civil-days'

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
export type Span = (typeof spans)[number]

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
