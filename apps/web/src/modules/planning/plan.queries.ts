import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Answer, api, type Sent } from '../../shared/api.ts'

import { useNames } from '../../shared/i18n/use-names.ts'

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

const most = { pageSize: 200 } as const
const seldomChanged = 5 * 60_000

export const processesQuery = queryOptions({
  queryKey: ['orders', 'processes'],
  queryFn: ({ signal }) => api('GET /api/processes', { query: most, signal }),
  staleTime: seldomChanged,
})

export const crewsQuery = queryOptions({
  queryKey: ['orders', 'crews'],
  queryFn: ({ signal }) => api('GET /api/crews', { query: most, signal }),
  staleTime: seldomChanged,
})

export const routesQuery = queryOptions({
  queryKey: ['orders', 'routes'],
  queryFn: ({ signal }) => api('GET /api/routes', { query: most, signal }),
  staleTime: seldomChanged,
})

export const workshopsQuery = queryOptions({
  queryKey: ['orders', 'workshops'],
  queryFn: ({ signal }) => api('GET /api/workshops', { query: most, signal }),
  staleTime: seldomChanged,
})

/** Name of a process by its id; the id itself while the processes are not known. */
export function useProcessName(): (id: string) => string {
  const { data } = useQuery(processesQuery)
  const named = useNames()
  return useCallback(
    (id) => {
      const found = data?.items.find((process) => process.id === id)
      return found === undefined ? `#${id}` : named(found.names)
    },
    [data, named],
  )
}
