import { useQuery, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { processesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { type Answer, api, type Sent } from '../../shared/api.ts'
import { firstListQuery } from '../../shared/list/first-list-query.ts'
import { queryClient } from '../../shared/query-client.ts'

export interface ProcessName {
  readonly id: string
  readonly name: string
}

/** A process by its id; its number while the names are not known. */
export const nameIn = (processes: readonly ProcessName[]) => {
  const names = new Map(processes.map(({ id, name }) => [id, name]))
  return (id: string): string => names.get(id) ?? `#${id}`
}

/** Names of all processes, in the order of work; empty until they are known. */
export function useProcessNames(): readonly ProcessName[] {
  const nameOf = useNames()
  const { data } = useQuery(processesQuery)
  return useMemo(
    () => (data?.items ?? []).map(({ id, names }) => ({ id, name: nameOf(names) })),
    [data, nameOf],
  )
}

type OrdersQuery = NonNullable<Sent<'GET /api/orders'>['query']>

/** One page of orders; the rows before stay until it is there. */
export const ordersQuery = (query: OrdersQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => api('GET /api/orders', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const orderFilterNames = [
  'status',
  'priority',
  'projectId',
  'dueFrom',
  'dueTo',
  'late',
  'held',
  'assigneeId',
] as const

/** What needs attention first; sorting by due day would put orders delivered long ago first. */
export const riskFirst = 'risk'

/** Longest wait for the first page of orders before the list is shown without rows, ms: with them, it is rendered once. */
const firstRowsWait = 150

/** Asks for the first page of orders while the page that shows it is still being fetched. Resolves when it is there or late. */
export function fetchFirstOrders(): Promise<unknown> {
  const query = firstListQuery('GET /api/orders', '/order/list', orderFilterNames)
  const late = new Promise((resolve) => setTimeout(resolve, firstRowsWait))
  // On failure, the page repeats the request and shows the error.
  const rows = queryClient.prefetchQuery(ordersQuery({ sort: riskFirst, ...query }))
  // Each row names them.
  const processes = queryClient.prefetchQuery(processesQuery)
  return Promise.race([Promise.all([rows, processes]), late])
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => api('GET /api/orders/:id', { params: { id }, signal }),
  })

export const piecesQuery = (id: string, query: NonNullable<Sent<'GET /api/orders/:id/pieces'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'pieces', id, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/pieces', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const markQuery = (orderId: string, id: string) =>
  queryOptions({
    queryKey: ['orders', 'marks', orderId, 'one', id],
    queryFn: ({ signal }) => api('GET /api/marks/:id', { params: { id }, signal }),
  })

export const partsQuery = (markId: string) =>
  queryOptions({
    queryKey: ['orders', 'parts', markId],
    queryFn: ({ signal }) =>
      api('GET /api/marks/:id/parts', { params: { id: markId }, query: { pageSize: 200 }, signal }),
  })

/** Stores an order from a response in the cache of its page. */
export function useKnownOrder(): (order: Answer<'GET /api/orders/:id'>) => void {
  const client = useQueryClient()
  return (order) => client.setQueryData(orderQuery(order.id).queryKey, order)
}
