import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useMemo,
} from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { PrintSheet } from '../../shared/list/print-sheet.tsx'
import {
  cellOf,
  cellText,
  type MatrixPiece,
  movedBy,
  type Place,
  matrixColumns,
  placesOf,
} from './matrix.rules.ts'
import { MatrixHead, MatrixRow, MatrixLegend } from './matrix-row.tsx'
import { useProcessName, processesQuery } from '../planning/plan.queries.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { api } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { useIsPhone } from '../../shared/ui/phone.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { PieceDrawer } from './piece-drawer.tsx'
import './matrix.css'

interface Props {
  readonly items: readonly MatrixPiece[]
  /** Process ids. */
  readonly columns: readonly string[]
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Pieces in all, those not fetched yet too. */
  readonly total: number
  /** The last fetched rows come into view. */
  readonly onEnd: () => void
  readonly onOpen: (pieceId: string) => void
}

const rowHeight = 32
const headHeight = 52

/** A grid of thousands of pieces: only what is in view is drawn, in both directions. Arrows move, Enter opens. */
function MatrixGrid({ items, columns, places, total, onEnd, onOpen }: Props) {
  const { t } = useTranslation('production')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const view = useMatrixView(scroller, { rows: items.length, columns: columns.length })
  const { at, setAt, onKeyDown } = useActiveCell({ view, items, columns, onOpen })
  useEnd(view.shownRows.at(-1)?.index ?? 0, items.length, onEnd)
  return (
    <div className="print-instead matrix-print">
      <PrintedMatrix items={items} columns={columns} places={places} total={total} />
      <div
        ref={scroller}
        role="grid"
        className="matrix"
        tabIndex={0}
        aria-label={`${t('matrix.label')}. ${t('matrix.help')}`}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={total > 0 && columns.length > 0 ? `${id}-${at.row}-${at.column}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="matrix-sheet" style={view.size}>
          <MatrixHead columns={columns} shown={view.shownColumns} />
          <div role="rowgroup" className="matrix-body" style={{ height: view.height }}>
            {view.shownRows.map(({ index, start }) => {
              const piece = items[index]
              if (piece === undefined) return null
              return (
                <MatrixRow
                  key={piece.id}
                  id={`${id}-${index}`}
                  index={index}
                  top={start}
                  piece={piece}
                  columns={columns}
                  shown={view.shownColumns}
                  places={places.get(piece.routeId ?? '')}
                  active={at.row === index ? at.column : null}
                  onChoose={(column) => {
                    setAt({ row: index, column })
                    onOpen(piece.id)
                  }}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

interface Count {
  readonly rows: number
  readonly columns: number
}

/** Which rows and columns are in view, and how large the whole sheet is. */
function useMatrixView(scroller: RefObject<HTMLDivElement | null>, count: Count) {
  const narrow = useIsPhone()
  const nameWidth = narrow ? 132 : 200
  const columnWidth = narrow ? 64 : 88
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const rows = useVirtualizer({
    count: count.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: headHeight,
  })
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const across = useVirtualizer({
    horizontal: true,
    count: count.columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 3,
    scrollPaddingStart: nameWidth,
  })
  useEffect(() => across.measure(), [across, columnWidth])
  return {
    shownRows: rows.getVirtualItems(),
    shownColumns: across.getVirtualItems().map(({ index, start }) => ({ index, start })),
    height: rows.getTotalSize(),
    size: {
      '--matrix-name': `${nameWidth}px`,
      '--matrix-cell': `${columnWidth}px`,
      width: nameWidth + across.getTotalSize(),
    } as CSSProperties,
    /** Number of rows that Page up and Page down move. */
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    scrollTo: (to: Place) => {
      rows.scrollToIndex(to.row)
      across.scrollToIndex(to.column)
    },
  }
}

interface ActiveCellInput extends Pick<Props, 'items' | 'columns' | 'onOpen'> {
  readonly view: ReturnType<typeof useMatrixView>
}

/** The cell that the keyboard is at. */
function useActiveCell({ view, items, columns, onOpen }: ActiveCellInput) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const onKeyDown = (event: KeyboardEvent) => {
    const piece = items[at.row]
    if (event.key === 'Enter' && piece !== undefined) return onOpen(piece.id)
    const page = view.pageRows()
    const to = movedBy(event.key, at, { rows: items.length, columns: columns.length, page })
    if (to === null) return
    event.preventDefault()
    setAt(to)
    view.scrollTo(to)
  }
  return { at, setAt, onKeyDown }
}

function PrintedMatrix({ items, columns, places, total }: Omit<Props, 'onEnd' | 'onOpen'>) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  return (
    <PrintSheet
      label={t('matrix.label')}
      total={total}
      rows={items}
      head={[t('matrix.serial'), ...columns.map(processName)]}
      cells={(piece) => [
        piece.serial,
        ...columns.map((process) => cellText(cellOf(piece, places.get(piece.routeId ?? '')?.get(process)))),
      ]}
    />
  )
}

/** Asks for more before the last fetched row is in sight. */
function useEnd(last: number, fetched: number, onEnd: () => void): void {
  const near = last >= fetched - 200
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (near) end()
  }, [near, fetched])
}

/** Every piece of an order by every process of its routes. */
export function OrderMatrix({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('production')
  const [q, setQ] = useState('')
  const [opened, open] = useState<string | null>(null)
  const matrix = useMatrix(orderId, q)
  const { total } = matrix
  return (
    <div className="order-part matrix-part">
      <div className="list-bar" role="search">
        <SearchBox q={q} onSearch={setQ} hint={t('matrix.search')} />
        <span className="page-note" aria-live="polite">
          {total !== undefined && t('matrix.total', { count: total, n: count(total) })}
        </span>
        <MatrixLegend />
      </div>
      <MatrixShown
        matrix={matrix}
        none={t(q === '' || total !== 0 ? 'matrix.none' : 'matrix.noMatch')}
        onOpen={open}
      />
      {opened !== null && <PieceDrawer id={opened} onClose={() => open(null)} />}
    </div>
  )
}

interface ShownProps {
  readonly matrix: ReturnType<typeof useMatrix>
  /** Text shown without pieces. */
  readonly none: string
  readonly onOpen: (pieceId: string) => void
}

function MatrixShown({ matrix, none, onOpen }: ShownProps) {
  const { items, columns, places, total, error, isPending, refetch, more } = matrix
  if (error !== null && items.length === 0)
    return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (items.length === 0 || columns.length === 0) return <p className="list-empty">{none}</p>
  return (
    <MatrixGrid
      items={items}
      columns={columns}
      places={places}
      total={total ?? items.length}
      onEnd={more}
      onOpen={onOpen}
    />
  )
}

const limit = 3000

/** Pieces, thousands at a time, and the processes that their routes have. */
function useMatrix(orderId: string, q: string) {
  const query = useInfiniteQuery({
    queryKey: ['orders', 'matrix', orderId, q],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/orders/:id/matrix', {
        params: { id: orderId },
        query: { q, limit, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 30_000,
  })
  const processes = useQuery(processesQuery).data?.items
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  const routes = pages?.[0]?.routes
  const columns = useMemo(
    () => matrixColumns(routes ?? [], processes?.map(({ id }) => id) ?? []),
    [routes, processes],
  )
  const places = useMemo(() => placesOf(routes ?? []), [routes])
  return {
    items,
    columns,
    places,
    total: pages?.[0]?.total,
    error: query.error,
    isPending: query.isPending,
    refetch: query.refetch,
    more: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
  }
}
