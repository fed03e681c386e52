import type { ReactNode } from 'react'
import type { ColumnFacts } from './columns.rules.ts'

export interface Column<Row> extends ColumnFacts {
  readonly title: string
  /** px; the table stretches columns when there is room. */
  readonly width: number
  readonly render: (row: Row) => ReactNode
  /** The field the server sorts by. */
  readonly sort?: string
  readonly align?: 'right'
  /** Shown in the totals row. */
  readonly total?: ReactNode
}

/** Buttons of a row, in a last column of this width in px. */
export interface RowActions<Row> {
  readonly width: number
  readonly render: (row: Row) => ReactNode
}
