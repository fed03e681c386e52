import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useRef } from 'react'
import { PagedPrintSheet, type PagedRows, pagesAround } from './print-sheet.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { isAbsent } from '../format/numbers.ts'
import { isPhone } from '../ui/phone.ts'
import { type CardRole, cardRoles, nextSort, sortOrder } from './columns.rules.ts'
import './virtual-table.css'
import './cards.css'

export interface VirtualColumn<Row> {
  readonly key: string
  readonly title: string
  /** A track of a CSS grid: `120px`, `minmax(160px, 1fr)`. */
  readonly width: string
  readonly render: (row: Row) => ReactNode
  /** The field by which the server sorts. */
  readonly sort?: string
  readonly align?: 'right'
  /** Its place on a card, which a row is on a phone. */
  readonly card?: CardRole
}

type PageQuery<Row> = ReturnType<PagedRows<Row>['page']>

interface Props<Row> extends PagedRows<Row> {
  readonly label: string
  /** The first one stays visible when scrolling sideways. */
  readonly columns: readonly VirtualColumn<Row>[]
  /** Minimum width of all columns together, px. */
  readonly minWidth: number
  /** As in the URL: a field, `-` in front for descending. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** Usual height of a card, px. */
const cardHeight = 190

/** Ten thousand rows as smoothly as ten: only visible rows are rendered, and their pages are loaded in advance. */
export function VirtualTable<Row>(props: Props<Row>) {
  const { label, total, pageSize, page, columns, minWidth, sort, onSort } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone() ? cardHeight : 40),
    overscan: 12,
  })
  const inView = virtual.getVirtualItems()
  const pages = pagesAround(inView[0]?.index ?? 0, inView.at(-1)?.index ?? -1, pageSize, total)
  const { rows, error, retry } = useRows(
    pages.map((at) => ({ at, ...page(at) })),
    pageSize,
  )
  const grid = columns.map(({ width }) => width).join(' ')
  const sortFromTop = (by: string) => {
    scroller.current?.scrollTo({ top: 0 })
    onSort(by)
  }
  return (
    <div className="virtual-table print-instead">
      {error !== null && <ProblemAlert error={error} onRetry={retry} />}
      <PagedPrintSheet
        {...{ label, total, pageSize, page }}
        head={columns.map(({ title }) => title)}
        cells={(row) => columns.map(({ render }) => render(row))}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div ref={scroller} className="virtual-scroller" tabIndex={0} role="region" aria-label={label}>
        <div role="table" aria-label={label} aria-rowcount={total + 1} style={{ minWidth }}>
          <Head columns={columns} grid={grid} sort={sort} onSort={sortFromTop} />
          <div role="rowgroup" className="virtual-body" style={{ height: virtual.getTotalSize() }}>
            {inView.map(({ index, start, key }) => {
              const row = rows.get(index)
              return (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  role="presentation"
                  className="virtual-item"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line index={index} row={row} columns={columns} grid={grid} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

interface HeadRowProps<Row> extends Pick<Props<Row>, 'columns' | 'sort' | 'onSort'> {
  /** Tracks of the grid. */
  readonly grid: string
}

function Head<Row>({ columns, grid, sort, onSort }: HeadRowProps<Row>) {
  return (
    <div role="rowgroup" className="virtual-head">
      <div role="row" aria-rowindex={1} className="virtual-row" style={{ gridTemplateColumns: grid }}>
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sorted={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

interface LineProps<Row> {
  /** Index in the list, from 0. */
  readonly index: number
  /** Undefined while its page is loading. */
  readonly row: Row | undefined
  readonly columns: readonly VirtualColumn<Row>[]
  /** Tracks of the grid. */
  readonly grid: string
}

function LineOnce<Row>({ index, row, columns, grid }: LineProps<Row>) {
  const roles = cardRoles(columns)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined}
      className="virtual-row list-card"
      style={{ gridTemplateColumns: grid }}
    >
      {columns.map((column, at) => (
        <Cell key={column.key} column={column} role={roles[at]} row={row} />
      ))}
    </div>
  )
}

/** While scrolling, only rows that come into view are rendered. `memo` loses the generic type of its component. */
const Line = memo(LineOnce) as typeof LineOnce

interface CellProps<Row> {
  readonly column: VirtualColumn<Row>
  readonly role: CardRole | undefined
  readonly row: Row | undefined
}

function Cell<Row>({ column, role, row }: CellProps<Row>) {
  const shown = row === undefined ? null : column.render(row)
  return (
    <div
      role="cell"
      className={`${cellClass(column)} is-${role} ${row !== undefined && isAbsent(shown) ? 'is-absent' : ''}`}
      data-label={column.title}
      title={typeof shown === 'string' ? shown : undefined}
    >
      {row === undefined ? <span className="virtual-wait" /> : shown}
    </div>
  )
}

interface HeadProps<Row> {
  readonly column: VirtualColumn<Row>
  readonly sorted: string
  readonly onSort: (sort: string) => void
}

const cellClass = ({ align }: Pick<VirtualColumn<never>, 'align'>): string =>
  align === 'right' ? 'virtual-cell is-number' : 'virtual-cell'

function HeadCell<Row>({ column, sorted, onSort }: HeadProps<Row>) {
  const { title, sort } = column
  const className = cellClass(column)
  if (sort === undefined) {
    return (
      <div role="columnheader" className={className} title={title}>
        {title}
      </div>
    )
  }
  const order = sortOrder(sorted, sort)
  return (
    <div role="columnheader" aria-sort={order} className={className} title={title}>
      <button type="button" className="virtual-sort" onClick={() => onSort(nextSort(sorted, sort))}>
        {title}
        <span aria-hidden="true">{{ none: '↕', ascending: '▲', descending: '▼' }[order]}</span>
      </button>
    </div>
  )
}

function useRows<Row>(queries: readonly (PageQuery<Row> & { readonly at: number })[], pageSize: number) {
  const results = useQueries({
    queries: queries.map(({ queryKey, queryFn, staleTime = 0 }) => ({ queryKey, queryFn, staleTime })),
  })
  const rows = new Map<number, Row>()
  for (const [place, { data }] of results.entries()) {
    const first = (queries[place]?.at ?? 0) * pageSize
    for (const [offset, row] of (data?.items ?? []).entries()) rows.set(first + offset, row)
  }
  const failed = results.find(({ error }) => error !== null)
  return { rows, error: failed?.error ?? null, retry: () => void failed?.refetch() }
}
