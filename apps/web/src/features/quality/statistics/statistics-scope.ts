import type { ChartKind } from '@cloud-factory/contract/quality-statistics'
import { type InspectionStage, inspectionStages } from '@cloud-factory/contract/quality-words'

/** What the page shows; stands in the address. Days are `YYYY-MM-DD`, both included. */
export interface Scope {
  readonly from: string
  readonly to: string
  readonly stage: InspectionStage | null
  readonly kind: ChartKind
  /** Item of the chart of readings; null: the one that misses most. */
  readonly itemId: string | null
  /** Readings in a subgroup. */
  readonly size: number
}

export const chartKinds: readonly ChartKind[] = ['xbar_r', 'xbar_s', 'i_mr', 'p', 'u']
export const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const

const usual = { kind: 'xbar_r', size: 5 } as const
const aDay = /^\d{4}-\d{2}-\d{2}$/
const anId = /^[1-9]\d{0,17}$/

/** The scope of an address; what it does not say, or says wrongly: the last 90 days, X̄-R of five. */
export function scopeOf(search: URLSearchParams, today: string): Scope {
  const day = (name: string, otherwise: string) => {
    const text = search.get(name) ?? ''
    return aDay.test(text) ? text : otherwise
  }
  const itemId = search.get('itemId') ?? ''
  return {
    from: day('from', daysBefore(today, 89)),
    to: day('to', today),
    stage: inspectionStages.find((word) => word === search.get('stage')) ?? null,
    kind: chartKinds.find((word) => word === search.get('kind')) ?? usual.kind,
    itemId: anId.test(itemId) ? itemId : null,
    size: sizes.find((size) => String(size) === search.get('size')) ?? usual.size,
  }
}

/** The address of a scope: what is usual is left out, but never the days, or a link would tell of other days later. */
export function searchOf({ from, to, stage, kind, itemId, size }: Scope): Record<string, string> {
  return {
    from,
    to,
    ...(stage === null ? {} : { stage }),
    ...(kind === usual.kind ? {} : { kind }),
    ...(itemId === null ? {} : { itemId }),
    ...(size === usual.size ? {} : { size: String(size) }),
  }
}

/** Days and stage as the endpoints ask for them. */
export const spanQuery = ({ from, to, stage }: Scope) => ({ from, to, ...(stage === null ? {} : { stage }) })

export const isOfReadings = (kind: ChartKind): boolean => kind !== 'p' && kind !== 'u'

/** Charts of means have subgroups. */
export const hasGroups = (kind: ChartKind): boolean => kind === 'xbar_r' || kind === 'xbar_s'

/** A day so many days before another. */
export function daysBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10)
}
