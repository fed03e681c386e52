import type { Names } from '@cloud-factory/contract/planning/processes'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'

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

export const pieceQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'piece', id],
    queryFn: ({ signal }) => api('GET /api/pieces/:id', { params: { id }, signal }),
  })

export const reportsQuery = (query: NonNullable<Sent<'GET /api/work-reports'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'reports', query],
    queryFn: ({ signal }) => api('GET /api/work-reports', { query, signal }),
    placeholderData: keepPreviousData,
  })

export interface ReadyQuery {
  readonly processId: string
  readonly orderId?: string | undefined
  readonly batchId?: string | undefined
  readonly q: string
}
const readyPageSize = 100

export const readyQuery = (asked: ReadyQuery) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'ready', asked],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/ready-pieces', { query: { ...asked, page: pageParam, pageSize: readyPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * readyPageSize < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })

export const batchesQuery = (orderId: string, page = 1) =>
  queryOptions({
    queryKey: ['orders', 'batches', orderId, page],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/batches', { params: { id: orderId }, query: { page, pageSize: 100 }, signal }),
    placeholderData: keepPreviousData,
  })

/** One of the names in the reader's language. */
export function useNamed(): (names: Names) => string {
  const language = useSettings((settings) => settings.language)
  return useCallback((names) => names[language], [language])
}

/** Name of a process by its id; the id itself while the processes are not known. */
export function useProcessName(): (id: string) => string {
  const { data } = useQuery(processesQuery)
  const named = useNamed()
  return useCallback(
    (id) => {
      const found = data?.items.find((process) => process.id === id)
      return found === undefined ? `#${id}` : named(found.names)
    },
    [data, named],
  )
}
