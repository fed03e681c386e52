import {
  machineClasses,
  type FigureGroup,
  figureGroups,
} from '@cloud-factory/domain/machines/equipment-enums'
import type { StopReport } from '@cloud-factory/contract/oee/machine-figures'

export const parts = ['overview', 'stops'] as const
type Part = (typeof parts)[number]

/** Scope of the page, stored in the address. Days are `YYYY-MM-DD`, both included. */
export interface Scope {
  readonly part: Part
  readonly from: string
  readonly to: string
  readonly by: FigureGroup
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
}

const filterNames = ['workshopId', 'line', 'class', 'machineId'] as const
export type FilterName = (typeof filterNames)[number]

const aDay = /^\d{4}-\d{2}-\d{2}$/
const shapes: Readonly<Record<FilterName, (text: string) => boolean>> = {
  workshopId: (text) => /^[1-9]\d{0,17}$/.test(text),
  machineId: (text) => /^[1-9]\d{0,17}$/.test(text),
  line: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text),
  class: (text) => machineClasses.some((word) => word === text),
}

/** The scope in an address; missing or invalid values: the last seven days by machine. */
export function scopeOf(search: URLSearchParams, today: string, weekAgo: string): Scope {
  const day = (name: string, otherwise: string) => {
    const text = search.get(name) ?? ''
    return aDay.test(text) ? text : otherwise
  }
  const filters = filterNames.flatMap((name) => {
    const text = search.get(name) ?? ''
    return shapes[name](text) ? [[name, text] as const] : []
  })
  return {
    part: parts.find((word) => word === search.get('part')) ?? 'overview',
    from: day('from', weekAgo),
    to: day('to', today),
    by: figureGroups.find((word) => word === search.get('by')) ?? 'machine',
    filters: Object.fromEntries(filters),
  }
}

/**
 * The address of a scope; the days are always included, because otherwise a link would show a
 * different week later.
 */
export const searchOf = ({ part, from, to, by, filters }: Scope): Record<string, string> => ({
  ...(part === 'overview' ? {} : { part }),
  from,
  to,
  ...(by === 'machine' ? {} : { by }),
  ...filters,
})

/** Parameters that all queries of the page share. */
export function spanOf({ from, to, filters: { class: kind, ...others } }: Scope) {
  const known = machineClasses.find((word) => word === kind)
  return { from, to, ...others, ...(known === undefined ? {} : { class: known }) }
}

export const kinds = ['all', 'unplanned', 'planned'] as const
export type ParetoKind = (typeof kinds)[number]

type Bar = StopReport['bars'][number]
export interface KeyedBar extends Bar {
  readonly key: string
}

/**
 * Bars of a kind with their cumulative share of that kind's total. Unexplained stops count as
 * unplanned, maintenance as planned.
 */
export function ofKind(bars: readonly Bar[], kind: ParetoKind): KeyedBar[] {
  const chosen = bars.filter((bar) => kind === 'all' || kindOf(bar) === kind)
  const all = chosen.reduce((sum, { seconds }) => sum + seconds, 0)
  let passed = 0
  return chosen.map((bar) => {
    passed += bar.seconds
    return { ...bar, key: bar.reasonId ?? bar.state ?? '', cumulative: all === 0 ? 0 : passed / all }
  })
}

const kindOf = ({ kind, state }: Bar) => kind ?? (state === 'maintenance' ? 'planned' : 'unplanned')
