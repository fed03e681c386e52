import type { ReactNode } from 'react'
import type { ColumnFacts, Width } from './columns.rules.ts'

export interface Column<Row> extends ColumnFacts {
  readonly title: string
  /** The full title when `title` is abbreviated. */
  readonly tip?: string
  /** Minimum width; the table stretches columns when there is space. */
  readonly width: Width
  readonly render: (row: Row) => ReactNode
  /** The field the server sorts by. */
  readonly sort?: string
  /** Equal for rows of one group when the list is grouped by this column; needs `sort`. */
  readonly group?: (row: Row) => string
  readonly align?: 'right'
  /** Shown in the totals row. */
  readonly total?: ReactNode
}

/** Buttons of a row, in a last column. */
export interface RowActions<Row> {
  readonly width: Width
  readonly render: (row: Row) => ReactNode
}
