import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

type ListKey =
  | 'GET /api/processes'
  | 'GET /api/routes'
  | 'GET /api/workshops'
  | 'GET /api/crews'
  | 'GET /api/shifts'
type Query = NonNullable<Sent<ListKey>['query']>

/** One page of a setup list; the whole list without a query. */
export const planQuery = <K extends ListKey>(key: K, query: Query = {}) =>
  queryOptions({
    queryKey: ['orders', 'plan', key, query],
    queryFn: ({ signal }): Promise<Answer<K>> => api<ListKey>(key, { query, signal }) as Promise<Answer<K>>,
    placeholderData: keepPreviousData,
  })

export const weightsQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'plan', 'weights', id],
    queryFn: ({ signal }) => api('GET /api/projects/:id/weights', { params: { id }, signal }),
    // A form is filled with it: never with what was true a minute ago.
    staleTime: 0,
    gcTime: 0,
  })

/** Called after anything of the plan was changed: orders show it too. */
export function usePlanChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['orders'] })
}
