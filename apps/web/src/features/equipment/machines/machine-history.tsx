import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { HistoryList } from '../../../shared/ui/history-list.tsx'

const pageSize = 30

/** Who changed what on a machine and when, newest first. */
export function MachineHistory({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machines')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['equipment', 'machine', machineId, 'history'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/machines/:id/history', {
        params: { id: machineId },
        query: { page: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * pageSize < total ? page + 1 : undefined),
  })
  return (
    <HistoryList
      entries={data?.pages.flatMap(({ items }) => items)}
      error={error}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
      actionOf={(action) => t(`history.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
    />
  )
}
