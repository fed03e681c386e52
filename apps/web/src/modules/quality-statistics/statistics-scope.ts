import type { ChartKind } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import {
  type Breakdown,
  breakdowns,
  type NcrGrouping,
  ncrGroupings,
  type NcrMeasure,
  ncrMeasures,
  type RepairGrouping,
  repairGroupings,
} from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { type InspectionStage, inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { daysBefore } from '../../shared/format/day-range.ts'

/** Scope of the page, stored in the address. Days are `YYYY-MM-DD`, both included. */
export interface Scope {
  readonly from: string
  readonly to: string
  readonly stage: InspectionStage | null
  /** Additional filter. */
  readonly crewId: string | null
  readonly machineId: string | null
  readonly projectId: string | null
  readonly processId: string | null
  /** Dimension of the comparison; grouping of non-conformities and repair rates. */
  readonly by: Breakdown
  readonly ncrBy: NcrGrouping
  readonly measure: NcrMeasure
  readonly repairBy: RepairGrouping
  readonly kind: ChartKind
  /** Item of the chart of readings; null: the one that misses most. */
  readonly itemId: string | null
  /** Readings in a subgroup. */
  readonly size: number
}

export const chartKinds: readonly ChartKind[] = ['xbar_r', 'xbar_s', 'i_mr', 'p', 'u']
export const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const

const usual = {
  kind: 'xbar_r',
  size: 5,
  by: 'crew',
  ncrBy: 'defect',
  measure: 'reports',
  repairBy: 'month',
} as const
const ids = ['crewId', 'machineId', 'projectId', 'processId', 'itemId'] as const
const aDay = /^\d{4}-\d{2}-\d{2}$/
const anId = /^[1-9]\d{0,17}$/

/**
 * The scope in an address; missing or invalid values: the last 90 days, X̄-R with subgroups of
 * five.
 */
export function scopeOf(search: URLSearchParams, today: string): Scope {
  const day = (name: string, otherwise: string) => {
    const text = search.get(name) ?? ''
    return aDay.test(text) ? text : otherwise
  }
  const id = (name: (typeof ids)[number]) => {
    const text = search.get(name) ?? ''
    return anId.test(text) ? text : null
  }
  const word = <W extends string>(name: string, words: readonly W[], otherwise: W) =>
    words.find((one) => one === search.get(name)) ?? otherwise
  return {
    from: day('from', daysBefore(today, 89)),
    to: day('to', today),
    stage: inspectionStages.find((one) => one === search.get('stage')) ?? null,
    crewId: id('crewId'),
    machineId: id('machineId'),
    projectId: id('projectId'),
    processId: id('processId'),
    by: word('by', breakdowns, usual.by),
    ncrBy: word('ncrBy', ncrGroupings, usual.ncrBy),
    measure: word('measure', ncrMeasures, usual.measure),
    repairBy: word('repairBy', repairGroupings, usual.repairBy),
    kind: word('kind', chartKinds, usual.kind),
    itemId: id('itemId'),
    size: sizes.find((size) => String(size) === search.get('size')) ?? usual.size,
  }
}

/**
 * The address of a scope. Defaults are omitted, except the days: otherwise a link would show
 * different days later.
 */
export function searchOf(scope: Scope): Record<string, string> {
  const { from, to, stage } = scope
  const params: Record<string, string> = { from, to, ...(stage === null ? {} : { stage }) }
  for (const name of Object.keys(usual) as (keyof typeof usual)[])
    if (scope[name] !== usual[name]) params[name] = String(scope[name])
  for (const name of ids) {
    const id = scope[name]
    if (id !== null) params[name] = id
  }
  return params
}

/** Days and whose work, as every endpoint asks for them. */
export function madeQuery({ from, to, crewId, machineId, projectId }: Scope) {
  return {
    from,
    to,
    ...(crewId === null ? {} : { crewId }),
    ...(machineId === null ? {} : { machineId }),
    ...(projectId === null ? {} : { projectId }),
  }
}

/** The same of one process, where a process is known. */
export const processQuery = (scope: Scope) => ({
  ...madeQuery(scope),
  ...(scope.processId === null ? {} : { processId: scope.processId }),
})

/** Days and all that the page is narrowed to. */
export const spanQuery = (scope: Scope) => ({
  ...processQuery(scope),
  ...(scope.stage === null ? {} : { stage: scope.stage }),
})

const filters = {
  crew: 'crewId',
  machine: 'machineId',
  project: 'projectId',
  process: 'processId',
  shape: null,
} as const
/** Filter that results from selecting an entry of a comparison; null: it cannot be filtered. */
export const filterOf = (by: Breakdown) => filters[by]

export const isOfReadings = (kind: ChartKind): kind is Exclude<ChartKind, 'p' | 'u'> =>
  kind !== 'p' && kind !== 'u'

/** Charts of means have subgroups. */
export const hasGroups = (kind: ChartKind): boolean => kind === 'xbar_r' || kind === 'xbar_s'
