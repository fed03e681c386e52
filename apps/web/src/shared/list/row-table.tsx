import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { count } from '../format/numbers.ts'
import { useSettings } from '../settings.ts'
import type { Column, RowActions } from './column.ts'
import { widthIn } from './columns.rules.ts'
import { cellsOf, classOf, RowsWait } from './list-rows.tsx'
import { Pager, type Pages } from './pager.tsx'
import './list-table.css'
import './cards.css'

interface Props<Row> {
  readonly label: string
  /** Memoize with `useMemo` when there are many rows. */
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowActions?: RowActions<Row>
  readonly rowClass?: (row: Row) => string
  /** Shown under a row; null: nothing. */
  readonly beneath?: (row: Row) => ReactNode
  /** Shown instead of rows. */
  readonly empty?: ReactNode
  /** Its pages, when there are more than one; the number of all rows stands beside them. */
  readonly pages?: Pages | undefined
}

const nothingChosen = {}

/**
 * A table inside a page, for rows of a record: all at once, or paged by the page. Its columns are those of lists, and on a
 * phone its rows are cards, too. Lists that fill a page are a `DataTable`.
 */
export function RowTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, columns, rows, rowActions, empty, pages } = props
  const language = useSettings((settings) => settings.language)
  const widths = [
    ...columns.map(({ width }) => width),
    ...(rowActions === undefined ? [] : [rowActions.width]),
  ]
  const minWidth = widths.reduce<number>((sum, width) => sum + widthIn(width, language), 0)
  return (
    <div className="row-table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div className="row-scroller" role="region" aria-label={label} tabIndex={0}>
        <table
          className="list-table is-static"
          aria-label={label}
          aria-busy={rows === undefined}
          style={{ minWidth }}
        >
          <Head {...props} />
          {rows !== undefined && <Rows {...props} rows={rows} />}
        </table>
      </div>
      {rows === undefined && <RowsWait />}
      {rows?.length === 0 && <div className="page-note row-empty">{empty}</div>}
      {pages !== undefined && <RowPager {...pages} />}
    </div>
  )
}

function Head<Row>({ columns, rowActions }: Pick<Props<Row>, 'columns' | 'rowActions'>) {
  const { t } = useTranslation()
  const language = useSettings((settings) => settings.language)
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={classOf(column)}
            title={column.tip}
            style={{ width: widthIn(column.width, language) }}
          >
            {column.title}
          </th>
        ))}
        {rowActions !== undefined && (
          <th className="is-actions" style={{ width: widthIn(rowActions.width, language) }}>
            {t('common:field.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

function Rows<Row extends { readonly id: string }>({
  columns,
  rows,
  rowActions,
  rowClass,
  beneath,
}: Props<Row> & { readonly rows: readonly Row[] }) {
  // Nobody chooses the columns of this table, so its cards leave nothing out.
  const cells = useMemo(() => cellsOf(columns, nothingChosen, columns.length), [columns])
  const span = columns.length + (rowActions === undefined ? 0 : 1)
  return (
    <tbody>
      {rows.map((row) => {
        const below = beneath?.(row) ?? null
        return (
          <Fragment key={row.id}>
            <tr className={`list-card ant-table-row ${rowClass?.(row) ?? ''}`}>
              {cells(row)}
              {rowActions !== undefined && <td className="is-actions">{rowActions.render(row)}</td>}
            </tr>
            {below !== null && (
              <tr className="row-beneath">
                <td colSpan={span}>{below}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** Nothing when all rows fit on the smallest page. */
function RowPager(pages: Pages) {
  const { t } = useTranslation()
  const { total, pageSize, sizes = [pageSize] } = pages
  if (total <= Math.min(...sizes)) return null
  return (
    <div className="row-pager">
      <span>{t('table.total', { count: count(total) })}</span>
      <Pager {...pages} />
    </div>
  )
}

/** The page that a table shows, and how the table turns to another one. */
export function usePages(first = 50, sizes?: readonly number[]) {
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: first })
  const pages = (total = 0): Pages => ({
    page,
    pageSize,
    total,
    ...(sizes !== undefined && { sizes }),
    onChange: (to, size) => setPage({ page: size === pageSize ? to : 1, pageSize: size }),
  })
  return { page, pageSize, toFirst: () => setPage({ page: 1, pageSize }), pages }
}
