import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { HistoryList } from './history-list.tsx'

type Words = Pick<ComponentProps<typeof HistoryList>, 'actionOf' | 'fieldOf' | 'shownOf'>
type Entries = NonNullable<ComponentProps<typeof HistoryList>['entries']>

interface Props extends Words {
  /** Query key of the subject's history. */
  readonly queryKey: readonly unknown[]
  readonly fetch: (
    query: { readonly page: number; readonly pageSize: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: Entries; readonly total: number }>
}

const pageSize = 30

/** Who changed what on a subject and when, newest first, thirty at a time. */
export function PagedHistory({ queryKey, fetch, ...words }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * pageSize < total ? page + 1 : undefined),
  })
  return (
    <HistoryList
      {...words}
      entries={data?.pages.flatMap(({ items }) => items)}
      error={error}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
    />
  )
}
