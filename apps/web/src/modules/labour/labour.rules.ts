import type { LabourReport, LabourRow, Payroll } from '@cloud-factory/contract/labour/labour'

export const groups = ['none', 'order', 'crew', 'month'] as const
export type Group = (typeof groups)[number]

interface LabourFigures {
  readonly hours: number
  readonly earned: number
  readonly comparedHours: number
  readonly comparedEarned: number
}

/** A line of the table: a process with its tonnes, or a group with the hours of all its processes. */
export interface LabourLine extends LabourFigures {
  readonly id: string
  /** null: work without a crew, or a process, whose name the page knows. */
  readonly name: string | null
  /** Those of one process: processes work on the same steel, so that theirs are never added up. */
  readonly process:
    | (Pick<LabourRow, 'kg' | 'pieces' | 'withoutStandardKg' | 'withoutHoursKg'> & {
        readonly expected: number | null
      })
    | null
}

const nothing = { hours: 0, earned: 0, comparedHours: 0, comparedEarned: 0 }

export const sumOf = (rows: readonly LabourFigures[]): LabourFigures =>
  rows.reduce<LabourFigures>(
    (sum, row) => ({
      hours: sum.hours + row.hours,
      earned: sum.earned + row.earned,
      comparedHours: sum.comparedHours + row.comparedHours,
      comparedEarned: sum.comparedEarned + row.comparedEarned,
    }),
    nothing,
  )

/** Processes of a report; of an order also those that nobody worked at yet. */
export function processLines({ rows, order }: LabourReport, nameOf: (id: string) => string): LabourLine[] {
  const expected = new Map(order?.expected.map((one) => [one.processId, one.hours]))
  const found = new Map(rows.map((row) => [row.processId, row]))
  const ids = [...new Set([...expected.keys(), ...found.keys()])]
  return ids.map((id) => {
    const { kg = 0, pieces = 0, withoutStandardKg = 0, withoutHoursKg = 0, ...row } = found.get(id) ?? {}
    const process = { kg, pieces, withoutStandardKg, withoutHoursKg, expected: expected.get(id) ?? null }
    return { ...nothing, ...row, id, name: nameOf(id), process }
  })
}

/** Groups of a report, in its order. */
export const groupLines = ({ rows }: LabourReport): LabourLine[] =>
  [...Map.groupBy(rows, ({ group }) => group?.id ?? '')].map(([id, ofGroup]) => ({
    ...sumOf(ofGroup),
    id,
    name: ofGroup[0]?.group?.name ?? null,
    process: null,
  }))

/** Standard hours for each actual hour, of the reports that have both; null: there are none. */
export const ratioOf = ({ comparedHours, comparedEarned }: LabourFigures): number | null =>
  comparedHours > 0 ? comparedEarned / comparedHours : null

/** Rows of a payroll that have no rate, and their weight. */
export function unpaidOf({ rows }: Payroll): { readonly count: number; readonly kg: number } {
  const unpaid = rows.filter(({ rate }) => rate === null)
  return { count: unpaid.length, kg: unpaid.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0) / 1000 }
}
