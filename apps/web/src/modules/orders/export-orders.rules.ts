import type { OrderExportColumn } from '@cloud-factory/contract/orders/order-exports'

/** File columns for a column of the list: one cell on screen may need several columns in a file. */
const inFile: Readonly<Record<string, readonly OrderExportColumn[]>> = {
  project: ['projectCode', 'project'],
  dueOn: ['dueOn'],
  late: ['daysLate'],
  forecast: ['forecast', 'forecastLate'],
  troubles: ['held', 'ncrs'],
}

interface Shown {
  readonly key: string
  readonly title: string
}
export interface ExportedColumn {
  readonly key: string
  readonly title: string
}

/**
 * Columns of the file out of the columns that are shown, in their order; behind the progress, tonnes left of each process.
 * @param titleOf title of a file's column that is none of the list's
 */
export function exportedColumns(
  shown: readonly Shown[],
  processes: readonly { readonly id: string; readonly name: string }[],
  titleOf: (key: OrderExportColumn) => string,
  leftOf: (process: string) => string,
): ExportedColumn[] {
  return shown.flatMap(({ key, title }) => {
    const several = inFile[key]
    if (several !== undefined) return several.map((part) => ({ key: part, title: titleOf(part) }))
    if (key !== 'progress') return [{ key, title }]
    const left = processes.map(({ id, name }) => ({ key: `left.${id}`, title: leftOf(name) }))
    return [{ key, title }, ...left]
  })
}
