import './list.css'
import type { ViewList } from '@cloud-factory/domain/views/view-lists'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSettings } from '../settings.ts'
import { useIsPhone } from '../ui/phone.ts'
import { useWidth } from '../ui/use-width.ts'
import type { Column, RowActions } from './column.ts'
import { fitted, sparesIn, widthIn } from './columns.rules.ts'
import { ListControls, ListEmpty, ListPager } from './list-controls.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { RowsWait } from './list-rows.tsx'
import { ListTable } from './list-table.tsx'
import { boxWidth } from './row-boxes.tsx'
import { type Columns, useColumns } from './use-columns.ts'
import type { ListRows } from './use-list-query.ts'
import type { Printable } from './print-sheet.tsx'
import type { List } from './use-list-state.ts'
import { useViews } from './use-views.ts'
import type { Selection } from './use-selection.ts'

interface Props<Row> {
  /** Unique: the user's column settings are stored under it. Lower-case letters, digits, dots, hyphens. */
  readonly name: string
  /** Title of the table for screen readers. */
  readonly label: string
  readonly list: List
  readonly query: ListRows<Row>
  /** Memoize with `useMemo`. */
  readonly columns: readonly Column<Row>[]
  /** Called on Enter or a double click on a row. */
  readonly onOpen?: (row: Row) => void
  readonly rowActions?: RowActions<Row>
  /** Shown when there are no rows at all: the purpose of the list and how to begin. */
  readonly empty: ReactNode
  readonly searchHint?: string | null
  readonly filters?: ReactNode
  /** Buttons at the end of the bar; a function receives the shown columns in order. */
  readonly actions?: ReactNode | ((shown: readonly Column<Row>[]) => ReactNode)
  /** The list of saved views, equal to its `name`; absent when it has none. */
  readonly views?: ViewList
  /** Rows can be selected. */
  readonly selection?: Selection<Row> | undefined
  /** Actions for the selected rows. Shown below the rows, so that no row moves under the pointer. */
  readonly selected?: ReactNode
  /** More rows match than the server counts: `total` is a lower bound. */
  readonly more?: boolean
}

/**
 * Table of a list page: fills the height, with one scroll area; head, totals and pager stay visible. The server pages
 * and sorts; old rows stay until new ones arrive.
 */
export function DataTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { name, label, list, query, searchHint, filters, actions, selected } = props
  const views = useViews(props.views, list)
  const [box, fitting] = useFitting(props)
  const arranged = useColumns(name, fitting, views?.active ?? null)
  useLastPage(list, query.data)
  const refetch = () => void query.refetch()
  const [sheet, setSheet] = useState<ReactNode>(null)
  return (
    <div className="list print-instead" ref={box}>
      <ListControls
        list={list}
        searchHint={searchHint}
        filters={filters}
        actions={typeof actions === 'function' ? actions(arranged.shown) : actions}
        busy={query.isFetching}
        onRefresh={refetch}
        views={views}
        columns={arranged}
        print={printable(label, list, query, arranged.shown)}
        onSheet={setSheet}
      />
      {sheet}
      <Body {...props} arranged={arranged} />
      {selected}
    </div>
  )
}

const printable = <Row,>(
  label: string,
  { narrowed }: List,
  { data, load }: ListRows<Row>,
  columns: readonly Column<Row>[],
): Printable => ({
  label,
  total: data?.total ?? 0,
  head: columns.map(({ title }) => title),
  narrowed,
  load: async (page, pageSize) =>
    (await load(page, pageSize)).items.map((row) => columns.map(({ render }) => render(row))),
})

/** Maximum width of a scroll bar in px. */
const scrollBar = 17
/** The menu and the margins of a page, px: until a list is measured, so that its rows are rendered once. */
const besideList = 282

/** The columns that fit into the list's box, and the box. */
function useFitting<Row>({
  columns,
  rowActions,
  selection,
}: Pick<Props<Row>, 'columns' | 'rowActions' | 'selection'>) {
  const language = useSettings((settings) => settings.language)
  const [box, width] = useWidth(window.innerWidth - besideList)
  const beside = (selection === undefined ? 0 : boxWidth) + widthIn(rowActions?.width ?? 0, language)
  const room = width - scrollBar - beside
  // A card is not limited by its width.
  const isCards = useIsPhone()
  const spares = isCards ? columns.length : sparesIn(columns, room, language)
  const fitting = useMemo(() => fitted(columns, spares), [columns, spares])
  // A list without such columns is not rendered again when its box is measured.
  return [columns.some(({ spare }) => spare) ? box : undefined, fitting] as const
}

type Arranged<Row> = Props<Row> & { readonly arranged: Columns<Column<Row>> }

function Body<Row extends { readonly id: string }>(props: Arranged<Row>) {
  const { list, query, more = false } = props
  const old = query.isPlaceholderData ? 'is-old' : ''
  return (
    <div className="list-body">
      {query.isFetching && <div className="list-busy page-wait" />}
      {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
      <div className={`list-rows ${old}`}>
        {(query.data !== undefined || query.error === null) && <Rows {...props} />}
      </div>
      <ListPager list={list} total={query.data?.total} more={more} />
    </div>
  )
}

function Rows<Row extends { readonly id: string }>(props: Arranged<Row>) {
  const { label, list, query, arranged, onOpen, rowActions, selection, empty } = props
  return (
    <ListTable<Row>
      label={label}
      busy={query.isFetching}
      list={list}
      rows={useRowsInTurn(query.data?.items ?? none)}
      arranged={arranged}
      onOpen={onOpen}
      rowActions={rowActions}
      selection={selection}
    >
      {query.data === undefined ? <RowsWait /> : <ListEmpty list={list} empty={empty} />}
    </ListTable>
  )
}

const none: readonly never[] = []

/** The list shows at most one row for so many px of the window's height, because other parts take some of it. */
const heightByRow = 60

/** Rows below the window's edge follow after the first paint of a list. */
function useRowsInTurn<Row>(rows: readonly Row[]): readonly Row[] {
  const hasRows = rows.length > 0
  const isWhole = useDeferredValue(hasRows, false)
  return isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / heightByRow))
}

/** A page after the last one (rows were deleted, an old link) redirects to the last one. */
function useLastPage(
  list: List,
  data: { readonly items: readonly unknown[]; readonly total: number } | undefined,
) {
  const { page, pageSize } = list.state
  const last =
    data !== undefined && data.items.length === 0 ? Math.max(1, Math.ceil(data.total / pageSize)) : page
  useEffect(() => {
    if (last < page) list.change({ page: last })
  }, [last, page, list])
}
