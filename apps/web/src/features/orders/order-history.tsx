import type { OrderStatus } from '@cloud-factory/contract/order-statuses'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { HistoryList } from '../../shared/ui/history-list.tsx'
import { OrderStatusTag } from './order-words.tsx'
import { ProjectName } from './project-name.tsx'

const pageSize = 30

/** Who changed what on an order and when, newest first. */
export function OrderHistory({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['orders', 'history', orderId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/orders/:id/history', {
        params: { id: orderId },
        query: { page: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * pageSize < total ? page + 1 : undefined),
  })
  const shownOf = (field: string, value: unknown): ReactNode => {
    if (field === 'kind' && typeof value === 'string')
      return t(`documents:kind.${value}`, { defaultValue: value })
    if (field === 'projectId') return <ProjectName id={String(value as string | number)} />
    if (field === 'status') return <OrderStatusTag status={value as OrderStatus} />
    if (field === 'priority') return t(`priority.${value as string}`)
    return undefined
  }
  return (
    <HistoryList
      entries={data?.pages.flatMap(({ items }) => items)}
      error={error}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
      actionOf={(action) => t(`history.action.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
      shownOf={shownOf}
    />
  )
}
