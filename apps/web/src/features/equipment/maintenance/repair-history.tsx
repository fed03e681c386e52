import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { HistoryList } from '../../../shared/ui/history-list.tsx'

const pageSize = 30
const words: Readonly<Record<string, 'status' | 'cause' | 'result' | 'symptom'>> = {
  status: 'status',
  cause: 'cause',
  result: 'result',
  symptom: 'symptom',
}

/** Who did what with a repair order, newest first. */
export function RepairHistory({ repairId }: { readonly repairId: string }) {
  const { t } = useTranslation('maintenance')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['equipment', 'repair', repairId, 'history'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/repairs/:id/history', {
        params: { id: repairId },
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
      actionOf={(action) => t(`action.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
      shownOf={(field, value) => {
        const group = words[field]
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        return group === undefined
          ? undefined
          : t(`${group}.${String(value)}`, { defaultValue: String(value) })
      }}
    />
  )
}
