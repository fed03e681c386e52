import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

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
  readonly productionLotId?: string | undefined
  readonly q: string
}
const readyPageSize = 100

export const readyQuery = (query: ReadyQuery) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'ready', query],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/ready-pieces', { query: { ...query, page: pageParam, pageSize: readyPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * readyPageSize < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })

/** So many lots are offered before a process is chosen: those due first. */
const offeredLots = { pageSize: 50 } as const

export const waitingLotsQuery = (own: { readonly processId?: string }, enabled: boolean) =>
  queryOptions({
    queryKey: ['orders', 'GET /api/ready-lots', { ...offeredLots, ...own }],
    queryFn: ({ signal }) => api('GET /api/ready-lots', { query: { ...offeredLots, ...own }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const productionLotsQuery = (orderId: string, page = 1) =>
  queryOptions({
    queryKey: ['orders', 'productionLots', orderId, page],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/production-lots', {
        params: { id: orderId },
        query: { page, pageSize: 100 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
