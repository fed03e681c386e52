import {
  type PointerEvent,
  type ReactNode,
  useState,
  type CSSProperties,
  useMemo,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
} from 'react'
import './list-table.css'
import './cards.css'
import { useTranslation } from 'react-i18next'
import { isAbsent } from '../format/numbers.ts'
import { controlHeights, useSettings } from '../settings.ts'
import type { Column, RowActions } from './column.ts'
import { cardRoles, type Density, nextSort, sortOrder, widenColumn, widthIn } from './columns.rules.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'
import { AllBox, boxWidth, RowBox } from './row-boxes.tsx'
import { rowsBetween, type Selection } from './use-selection.ts'
import { isPhone } from '../ui/phone.ts'

interface HeadCellProps {
  readonly className: string | undefined
  /** The full title when it is abbreviated. */
  readonly tip: string | undefined
  /** The field by which the server sorts; undefined: not sortable. */
  readonly sort: string | undefined
  /** As in the URL: a field, `-` in front for descending. */
  readonly sorted: string
  readonly onSort: (sort: string) => void
  /** Called with the new width in px after the edge was dragged. */
  readonly onWiden: (width: number) => void
  readonly children: ReactNode
}

/** Head of a column: sorts on click; its right edge can be dragged. */
function HeadCell({ className, tip, sort, sorted, onSort, onWiden, children }: HeadCellProps) {
  const order = sort === undefined ? undefined : sortOrder(sorted, sort)
  return (
    <th className={className} title={tip} aria-sort={order} scope="col">
      {sort === undefined ? (
        children
      ) : (
        <button type="button" className="list-sort" onClick={() => onSort(nextSort(sorted, sort))}>
          <span>{children}</span>
          <i aria-hidden="true" className={`is-${order}`} />
        </button>
      )}
      <Edge onWiden={onWiden} />
    </th>
  )
}

function Edge({ onWiden }: { readonly onWiden: (width: number) => void }) {
  const [from, setFrom] = useState<{ readonly x: number; readonly width: number } | null>(null)
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 })
  }
  const end = (event: PointerEvent<HTMLSpanElement>) => {
    setFrom(null)
    if (from !== null && event.clientX !== from.x) onWiden(from.width + event.clientX - from.x)
  }
  return (
    <span
      aria-hidden="true"
      className={`column-edge ${from === null ? '' : 'is-dragged'}`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => setFrom(null)}
    />
  )
}

interface ListTableProps<Row> {
  readonly label: string
  readonly busy: boolean
  readonly list: List
  readonly rows: readonly Row[]
  readonly arranged: Columns<Column<Row>>
  readonly onOpen: ((row: Row) => void) | undefined
  readonly rowActions: RowActions<Row> | undefined
  readonly selection: Selection<Row> | undefined
  /** Shown instead of rows. */
  readonly children: ReactNode
}

/**
 * Rows and columns of a list as a native table in one scroller for both directions: head, totals, first column and
 * buttons stay visible. It renders in a fraction of the time of a component library.
 */
export function ListTable<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { label, busy, arranged, rows, rowActions, selection, children } = props
  const { size, language } = useSettings()
  const all = [
    ...(selection === undefined ? [] : [boxWidth]),
    ...arranged.shown.map(({ key, width }) => arranged.choice.widths[key] ?? widthIn(width, language)),
    ...(rowActions === undefined ? [] : [widthIn(rowActions.width, language)]),
  ]
  const style = {
    width: all.reduce((sum, width) => sum + width, 0),
    '--cell-padding': `${cellPadding(arranged.choice.density, controlHeights[size])}px`,
    '--pinned-left': `${selection === undefined ? 0 : boxWidth}px`,
  } as CSSProperties
  return (
    <div className="list-scroller">
      <table className="list-table" aria-label={label} aria-busy={busy} style={style}>
        <colgroup>
          {all.map((width, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns of a table have no other name
            <col key={at} style={{ width }} />
          ))}
        </colgroup>
        <Head {...props} />
        {rows.length > 0 && <Body {...props} />}
        {rows.length > 0 && <Totals {...props} />}
      </table>
      {rows.length === 0 && children}
    </div>
  )
}

/** Padding above and below the content of a cell, px. */
const cellPadding = (density: Density, controlHeight: number): number =>
  ({ compact: 4, normal: Math.round(controlHeight / 3.6), loose: 16 })[density]

function Head<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { arranged, list, rows, rowActions, selection } = props
  const { t } = useTranslation()
  const { choice, choose, shown } = arranged
  return (
    <thead>
      <tr>
        {selection !== undefined && <AllBox selection={selection} rows={rows} />}
        {shown.map((column) => (
          <HeadCell
            key={column.key}
            className={classOf(column)}
            tip={column.tip}
            sort={column.sort}
            sorted={list.state.sort}
            onSort={(sort) => list.change({ sort })}
            onWiden={(width) => choose(widenColumn(choice, column.key, width))}
          >
            {column.title}
          </HeadCell>
        ))}
        {rowActions !== undefined && <th className="is-actions">{t('common:field.actions')}</th>}
      </tr>
    </thead>
  )
}

function Body<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { rows, arranged, onOpen, rowActions, selection } = props
  const rowKeys = useRowKeys(onOpen)
  const { shown, choice } = arranged
  const ticked = useRef<string | null>(null)
  const tick = (row: Row, on: boolean, isRange: boolean) => {
    selection?.pick(isRange ? rowsBetween(rows, ticked.current, row) : [row], on)
    ticked.current = row.id
  }
  // Pages memoize their columns: a change of the focused row renders no cell again.
  const cells = useMemo(() => rows.map(cellsOf(shown, choice.shown)), [rows, shown, choice])
  return (
    <tbody>
      {rows.map((row, at) => (
        <tr
          key={row.id}
          className={`list-row list-card ant-table-row ${selection?.picked.has(row.id) === true ? 'is-picked' : ''}`}
          {...rowKeys(row, at)}
        >
          {selection !== undefined && <RowBox selection={selection} row={row} onTick={tick} />}
          {cells[at]}
          {rowActions !== undefined && <td className="is-actions">{rowActions.render(row)}</td>}
        </tr>
      ))}
    </tbody>
  )
}

function cellsOf<Row>(columns: readonly Column<Row>[], chosen: Readonly<Record<string, boolean>>) {
  const roles = cardRoles(columns, chosen)
  const classes = columns.map((column, at) => `${classOf(column) ?? ''} is-${roles[at]}`)
  return (row: Row): ReactNode =>
    columns.map((column, at) => {
      const shown = column.render(row)
      return (
        <td
          key={column.key}
          className={isAbsent(shown) ? `${classes[at]} is-absent` : classes[at]}
          data-label={column.title}
          title={typeof shown === 'string' ? shown : undefined}
        >
          {shown}
        </td>
      )
    })
}

/** The row of totals, if any shown column has one. */
function Totals<Row>({ arranged: { shown }, rowActions, selection }: ListTableProps<Row>) {
  const { t } = useTranslation()
  if (shown.every(({ total }) => total === undefined)) return null
  return (
    <tfoot>
      <tr className="list-card">
        {selection !== undefined && <td className="is-box" />}
        {shown.map((column, at) => (
          <td
            key={column.key}
            className={`${classOf(column) ?? ''} ${at === 0 ? 'is-title' : 'is-fact'}`}
            data-label={column.title}
          >
            {column.total ?? (at === 0 ? t('common:ncr.total') : null)}
          </td>
        ))}
        {rowActions !== undefined && <td className="is-actions" />}
      </tr>
    </tfoot>
  )
}

function classOf({ align, pinned }: Pick<Column<never>, 'align' | 'pinned'>): string | undefined {
  if (pinned === true) return 'is-pinned'
  return align === 'right' ? 'is-number' : undefined
}

/**
 * Keyboard support for rows: one of them is in the tab order; arrows, Home and End move, Enter opens. A double click
 * opens too. For `onRow` of a table.
 */
function useRowKeys<Row extends { readonly id: string }>(onOpen: ((row: Row) => void) | undefined) {
  const [active, setActive] = useState('')
  return (row: Row, at?: number): HTMLAttributes<HTMLElement> => {
    if (onOpen === undefined) return {}
    return {
      tabIndex: row.id === active || at === 0 ? 0 : -1,
      onFocus: () => setActive(row.id),
      onDoubleClick: () => onOpen(row),
      // A card has nothing but its title to show that it can be opened, so all of it can be tapped.
      onClick: ({ target }) => isPhone() && !isControl(target) && onOpen(row),
      onKeyDown: (event) => {
        // Keys of a link or button in the row are not handled here.
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') onOpen(row)
        const to = neighbour(event)
        if (to === null) return
        event.preventDefault()
        to.focus()
      },
    }
  }
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, [role=button]') !== null

function neighbour({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const rows = [
    ...(currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[tabindex]') ?? []),
  ]
  const at = rows.indexOf(currentTarget)
  if (key === 'ArrowDown') return rows[at + 1] ?? null
  if (key === 'ArrowUp') return rows[at - 1] ?? null
  if (key === 'Home') return rows[0] ?? null
  return key === 'End' ? (rows.at(-1) ?? null) : null
}
