import {
  type CSSProperties,
  Fragment,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isAbsent } from '../format/numbers.ts'
import { isPhone } from '../ui/phone.ts'
import type { Column, RowActions } from './column.ts'
import { cardRoles, inGroups, sortOrder } from './columns.rules.ts'
import { RowBox } from './row-boxes.tsx'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'
import { rowsBetween, type Selection } from './use-selection.ts'

export interface ListTableProps<Row> {
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

/** The rows of a list, perhaps under headings of groups. */
export function ListRows<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { rows, arranged, onOpen, rowActions, selection } = props
  const rowKeys = useRowKeys(onOpen)
  const { shown, choice } = arranged
  const ticked = useRef<string | null>(null)
  const tick = (row: Row, on: boolean, isRange: boolean) => {
    selection?.pick(isRange ? rowsBetween(rows, ticked.current, row) : [row], on)
    ticked.current = row.id
  }
  // Pages memoize their columns, and long lists their actions: what else changes renders no cell again.
  const cellsIn = useMemo(() => once(cellsOf<Row>(shown, choice.shown)), [shown, choice])
  const actionsOf = useMemo(() => rowActions && once(rowActions.render), [rowActions])
  const groups = useGroups(props)
  const shownRows = useInViewFirst(rows)
  return (
    <tbody>
      {shownRows.map((row, at) => (
        <Fragment key={row.id}>
          {groups?.get(row)}
          <tr
            className={`list-row list-card ant-table-row ${selection?.picked.has(row.id) === true ? 'is-picked' : ''}`}
            {...rowKeys(row, at)}
          >
            {selection !== undefined && <RowBox selection={selection} row={row} onTick={tick} />}
            {cellsIn(row)}
            {actionsOf !== undefined && <td className="is-actions">{actionsOf(row)}</td>}
          </tr>
        </Fragment>
      ))}
    </tbody>
  )
}

/** Remembers the results: rows that a new reply does not change are not rendered again. */
function once<Row extends object>(make: (row: Row) => ReactNode): (row: Row) => ReactNode {
  const made = new WeakMap<Row, ReactNode>()
  return (row) => {
    if (!made.has(row)) made.set(row, make(row))
    return made.get(row)
  }
}

/** px: no list has lower rows of two lines, and lower ones of one line are drawn a moment later. */
const rowHeight = 60

/** At first the rows that fit on the screen, the others right after: a person waits for the first ones only. */
function useInViewFirst<Row>(rows: readonly Row[]): readonly Row[] {
  const isWhole = useDeferredValue(true, false)
  return useMemo(
    () => (isWhole ? rows : rows.slice(0, Math.ceil(window.innerHeight / rowHeight))),
    [rows, isWhole],
  )
}

/** Headings of the groups of a page, by the first row of each; undefined if it is not grouped. */
function useGroups<Row>({ rows, arranged, list, selection, rowActions }: ListTableProps<Row>) {
  const { all, shown, choice } = arranged
  const span = shown.length + [selection, rowActions].filter((beside) => beside !== undefined).length
  const { sort } = list.state
  return useMemo(() => {
    const column = all.find((one) => one.sort !== undefined && sortOrder(sort, one.sort) !== 'none')
    if (!choice.grouped || column?.group === undefined) return undefined
    return new Map(
      inGroups(rows, column.group).flatMap((group) =>
        group[0] === undefined
          ? []
          : [[group[0], <GroupHead key="" span={span} column={column} row={group[0]} size={group.length} />]],
      ),
    )
  }, [rows, all, choice, sort, span])
}

interface GroupHeadProps<Row> {
  /** Number of columns of the table. */
  readonly span: number
  readonly column: Column<Row>
  /** Its first row. */
  readonly row: Row
  /** Number of rows on this page. */
  readonly size: number
}

function GroupHead<Row>({ span, column, row, size }: GroupHeadProps<Row>) {
  return (
    <tr className="list-group">
      <th colSpan={span} scope="rowgroup">
        <span>
          {column.title}: {column.render(row)} <small>({size})</small>
        </span>
      </th>
    </tr>
  )
}

/** Cells of a row, with the place of each on a card. */
export function cellsOf<Row>(
  columns: readonly Column<Row>[],
  chosen: Readonly<Record<string, boolean>>,
  maxFacts?: number,
) {
  const roles = cardRoles(columns, chosen, maxFacts)
  const classes = columns.map((column, at) => `${classOf(column) ?? ''} is-${roles[at]}`)
  return (row: Row): ReactNode =>
    columns.map((column, at) => {
      const shown = column.render(row)
      return (
        <td
          key={column.key}
          className={isAbsent(shown) ? `${classes[at]} is-absent` : classes[at]}
          style={pinnedStyle(column, at)}
          data-label={column.title}
          title={typeof shown === 'string' ? shown : undefined}
        >
          {shown}
        </td>
      )
    })
}

/** Class of a column's cells. */
export function classOf({ align, pinned }: Pick<Column<never>, 'align' | 'pinned'>): string | undefined {
  const number = align === 'right' ? 'is-number' : undefined
  return pinned === true ? `is-pinned ${number ?? ''}` : number
}

/** Position of a pinned column; `at` is its index. */
export const pinnedStyle = (
  { pinned }: Pick<Column<never>, 'pinned'>,
  at: number,
): CSSProperties | undefined => (pinned === true ? { left: `var(--left-${at})` } : undefined)

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

/** Placeholder while rows or the lines of a record are loaded. */
export function RowsWait({ rows = 8 }: { readonly rows?: number }) {
  return (
    <div className="list-wait ant-skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all the same
        <span key={at} />
      ))}
    </div>
  )
}
