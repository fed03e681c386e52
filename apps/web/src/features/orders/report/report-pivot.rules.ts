import type { ProductionReport, ProductionRow } from '@cloud-factory/contract/production-reports'

type Figures = Pick<ProductionRow, 'kg' | 'pieces' | 'hours' | 'voidKg'>
type Measure = 'tonnes' | 'pieces' | 'hours'

/** One line of the table: a period, its shift and group, and what each process did in it. */
export interface Line {
  readonly key: string
  readonly period: string
  readonly shiftId: string | null
  readonly group: ProductionRow['group']
  readonly cells: ReadonlyMap<string, Figures>
}

/** The rows of a report as lines, in the order in which they came. */
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

/** What one process did period by period, whatever the shift and group; every period of the lines is there. */
export function barsOf(
  lines: readonly Line[],
  processId: string,
  measure: Measure,
): readonly { readonly period: string; readonly value: number }[] {
  const sums = new Map<string, number>()
  for (const { period, cells } of lines) {
    const thousandths = Math.round(measured(cells.get(processId), measure) * 1000)
    sums.set(period, (sums.get(period) ?? 0) + thousandths)
  }
  return [...sums].map(([period, value]) => ({ period, value: value / 1000 }))
}

/** The process that did most, which the chart shows at first; null when nothing was done. */
export function busiest(totals: ProductionReport['totals'], measure: Measure): string | null {
  const most = totals.toSorted((one, other) => measured(other, measure) - measured(one, measure))[0]
  return most === undefined ? null : most.processId
}
