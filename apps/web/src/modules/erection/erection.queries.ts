import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'
import { queryClient } from '../../shared/query-client.ts'

type Query<
  K extends
    | 'GET /api/orders/:id/erection-lots'
    | 'GET /api/orders/:id/erection-pieces'
    | 'GET /api/site-reports'
    | 'GET /api/departures'
    | 'GET /api/site-calendar',
> = NonNullable<Sent<K>['query']>

export const lotsQuery = (orderId: string, query: Query<'GET /api/orders/:id/erection-lots'>) =>
  queryOptions({
    queryKey: ['erection', 'lots', orderId, query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/erection-lots', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The lots of an order, for a choice. */
export const lotChoiceQuery = (orderId: string) => lotsQuery(orderId, { pageSize: 200 })

export const sitePiecesQuery = (orderId: string, query: Query<'GET /api/orders/:id/erection-pieces'>) =>
  queryOptions({
    queryKey: ['erection', 'pieces', orderId, query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/erection-pieces', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const siteReportsQuery = (query: Query<'GET /api/site-reports'>) =>
  queryOptions({
    queryKey: ['erection', 'reports', query],
    queryFn: ({ signal }) => api('GET /api/site-reports', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** What the signed-in person reported last. */
export const myReportsQuery = siteReportsQuery({ mine: 'true', pageSize: 20 })

/** Asks for them while the page that shows them is still being fetched. On failure, the page repeats the request. */
export const fetchMyReports = () => void queryClient.prefetchQuery(myReportsQuery)

export const departuresQuery = (query: Query<'GET /api/departures'>) =>
  queryOptions({
    queryKey: ['erection', 'departures', query],
    queryFn: ({ signal }) => api('GET /api/departures', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const calendarQuery = (query: Query<'GET /api/site-calendar'>) =>
  queryOptions({
    queryKey: ['erection', 'calendar', query],
    queryFn: ({ signal }) => api('GET /api/site-calendar', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches everything about erection, and what packing and receipts change. */
export function useErectionChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(['erection', 'orders'].map((root) => client.invalidateQueries({ queryKey: [root] })))
}
