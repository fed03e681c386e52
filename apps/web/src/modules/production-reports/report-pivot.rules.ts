import type {
  ProductionReport,
  ProductionRow,
} from '@cloud-factory/contract/production-reports/production-reports'
import { type Scope } from './report-scope.rules.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'

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
