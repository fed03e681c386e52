import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { List } from './use-list-state.ts'

/** Rows of the page that a list shows, and how its other pages are loaded. */
export interface ListRows<Row, Reply extends Page<Row> = Page<Row>> {
  /** Undefined while unknown; of the page before while the next one is loading. */
  readonly data: Reply | undefined
  readonly error: unknown
  readonly isFetched: boolean
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
  /** One page of the same search, filters and order; pages begin at 1. */
  readonly load: (page: number, pageSize: number) => Promise<Page<Row>>
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

/**
 * Asks for the page that a list shows.
 * @param request the options of its query; takes the query of the list's endpoint
 */
export function useListQuery<Row, Query, Reply extends Page<Row>, Key extends QueryKey>(
  list: List<Query>,
  request: (query: Query) => UseQueryOptions<Reply, Error, Reply, Key>,
): ListRows<Reply['items'][number], Reply> {
  const client = useQueryClient()
  const { data, error, isFetched, isFetching, isPlaceholderData, refetch } = useQuery(request(list.query))
  return {
    data,
    error,
    isFetched,
    isFetching,
    isPlaceholderData,
    refetch,
    load: (page, pageSize) => {
      const { queryKey, queryFn } = request({ ...list.query, page, pageSize })
      return client.fetchQuery({ queryKey, queryFn, gcTime: 0 } as Parameters<
        typeof client.fetchQuery<Reply>
      >[0])
    },
  }
}
