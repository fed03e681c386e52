import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'

export type Targets = DisplayInfo['targets']

/** A month shifted by a number of months (negative: earlier): `2026-11` + 2 = `2027-01`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/**
 * Tonnes in stored format: at most seven digits before and three after the decimal point; null:
 * invalid.
 */
export function tonnesOf(text: string): string | null {
  const bare = text.trim().replaceAll(/[,，\s]/g, '')
  return /^\d{1,7}(\.\d{1,3})?$/.test(bare) ? String(Number(bare)) : null
}

export const targetOf = (targets: Targets, month: string, processId: string): string =>
  targets.find((one) => one.month === month && one.processId === processId)?.tonnes ?? ''

/** One cell changed; empty text takes the target away. */
export function withTarget(targets: Targets, month: string, processId: string, tonnes: string): Targets {
  const others = targets.filter((one) => one.month !== month || one.processId !== processId)
  return tonnes === '' ? others : [...others, { month, processId, tonnes }]
}

interface Corner {
  readonly processes: readonly string[]
  readonly months: readonly string[]
  /** Where the first cell goes. */
  readonly row: number
  readonly column: number
}

/**
 * Cells in the clipboard format of spreadsheets, from one cell to the right and down. Cells beyond
 * the grid and invalid numbers are left out and counted.
 */
export function pasted(
  targets: Targets,
  text: string,
  { processes, months, row, column }: Corner,
): { readonly targets: Targets; readonly left: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  let now = targets
  let left = 0
  for (const [down, line] of lines.entries())
    for (const [across, cell] of line.split('\t').entries()) {
      const [processId, month] = [processes[row + down], months[column + across]]
      const tonnes = cell.trim() === '' ? '' : tonnesOf(cell)
      if (processId === undefined || month === undefined || tonnes === null) left += 1
      else now = withTarget(now, month, processId, tonnes)
    }
  return { targets: now, left }
}

/** Copies the targets of one month to another and replaces the existing ones. */
export function copied(targets: Targets, from: string, to: string): Targets {
  return [
    ...targets.filter(({ month }) => month !== to),
    ...targets.filter(({ month }) => month === from).map((one) => ({ ...one, month: to })),
  ]
}
