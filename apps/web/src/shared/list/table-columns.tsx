import { Table, type TableColumnType } from 'antd'
import type { SorterResult, TableRowSelection } from 'antd/es/table/interface'
import type { ReactNode } from 'react'
import type { Column, RowActions } from './column.ts'
import { widenColumn } from './columns.rules.ts'
import type { HeadCellProps } from './head-cell.tsx'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'
import type { Selection } from './use-selection.ts'

interface Given<Row> {
  readonly arranged: Columns<Column<Row>>
  readonly list: List
  readonly rowActions: RowActions<Row> | undefined
  /** Title of the column of buttons. */
  readonly head: string
  /** Buttons stay at the right edge: only where there is room beside them. */
  readonly wide: boolean
}

/** The person's columns as Ant Design's table takes them, and how wide they are together, px. */
export function tableColumns<Row>(given: Given<Row>): {
  readonly columns: TableColumnType<Row>[]
  readonly width: number
} {
  const columns = given.arranged.shown.map((column) => tableColumn(column, given))
  const { rowActions, head, wide } = given
  if (rowActions !== undefined) {
    const { width, render } = rowActions
    columns.push({
      key: 'actions',
      title: head,
      width,
      ...(wide ? { fixed: 'right' } : {}),
      render: (_, row) => render(row),
    })
  }
  return { columns, width: columns.reduce((sum, { width }) => sum + Number(width), 0) }
}

function tableColumn<Row>(column: Column<Row>, { arranged, list }: Given<Row>): TableColumnType<Row> {
  const { key, title, render, sort, align, pinned } = column
  const { choice, choose } = arranged
  const head: HeadCellProps = { onWiden: (width) => choose(widenColumn(choice, key, width)) }
  return {
    key,
    title,
    width: choice.widths[key] ?? column.width,
    ellipsis: true,
    render: (_, row) => render(row),
    onHeaderCell: () => head,
    ...(pinned === true ? { fixed: 'left' } : {}),
    ...(align === undefined ? {} : { align, className: 'is-number' }),
    ...(sort === undefined ? {} : { sorter: true, sortOrder: orderOf(list.state.sort, sort) }),
  }
}

function orderOf(sorted: string, field: string): 'ascend' | 'descend' | null {
  if (sorted === field) return 'ascend'
  return sorted === `-${field}` ? 'descend' : null
}

/** The `sort` of the request that a click on a head asks for; empty = the list's own order. */
export function sortAsked<Row>(
  sorter: SorterResult<Row> | SorterResult<Row>[],
  columns: readonly Column<Row>[],
): string {
  const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
  const field = columns.find(({ key }) => key === columnKey)?.sort
  if (field === undefined || order === null || order === undefined) return ''
  return order === 'ascend' ? field : `-${field}`
}

interface Totals<Row> {
  readonly shown: readonly Column<Row>[]
  readonly title: string
  readonly hasActions: boolean
  /** Rows have boxes to pick them, in a column of their own in front. */
  readonly hasBoxes: boolean
}

/** The row of totals under the columns shown; null when no column has one. */
export function totalsRow<Row>({ shown, title, hasActions, hasBoxes }: Totals<Row>): ReactNode {
  if (shown.every(({ total }) => total === undefined)) return null
  const first = hasBoxes ? 1 : 0
  return (
    <Table.Summary.Row>
      {hasBoxes && <Table.Summary.Cell index={0} />}
      {shown.map(({ key, total, align }, at) => (
        <Table.Summary.Cell
          key={key}
          index={at + first}
          align={align ?? 'left'}
          className={align === undefined ? '' : 'is-number'}
        >
          {total ?? (at === 0 ? title : null)}
        </Table.Summary.Cell>
      ))}
      {hasActions && <Table.Summary.Cell index={shown.length + first} />}
    </Table.Summary.Row>
  )
}

export const boxWidth = 40

/** Boxes that pick rows, the one in the head all of the page. */
export function boxesOf<Row extends { readonly id: string }>(
  { picked, pick }: Selection<Row>,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): TableRowSelection<Row> {
  return {
    columnWidth: boxWidth,
    fixed: true,
    preserveSelectedRowKeys: true,
    selectedRowKeys: [...picked.keys()],
    getCheckboxProps: (row) => ({ 'aria-label': nameOf(row) }) as object,
    onSelect: (row, on) => pick([row], on),
    onSelectAll: (on) => pick(rows, on),
  }
}
