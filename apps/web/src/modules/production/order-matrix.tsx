import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { matrixColumns, placesOf } from './matrix.rules.ts'
import { PieceDrawer } from './piece-drawer.tsx'
import { processesQuery } from '../planning/plan.queries.ts'
import './matrix.css'

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
