import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type Query<K extends 'GET /api/purchases' | 'GET /api/purchase-lines' | 'GET /api/stock-value'> = NonNullable<
  Sent<K>['query']
>

export const purchasesQuery = (query: Query<'GET /api/purchases'>) =>
  queryOptions({
    queryKey: ['purchase', 'purchases', query],
    queryFn: ({ signal }) => api('GET /api/purchases', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const purchaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['purchase', 'purchase', id],
    queryFn: ({ signal }) => api('GET /api/purchases/:id', { params: { id }, signal }),
  })

export const linesQuery = (query: Query<'GET /api/purchase-lines'>) =>
  queryOptions({
    queryKey: ['purchase', 'lines', query],
    queryFn: ({ signal }) => api('GET /api/purchase-lines', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const stockValueQuery = (query: Query<'GET /api/stock-value'>) =>
  queryOptions({
    queryKey: ['purchase', 'stock-value', query],
    queryFn: ({ signal }) => api('GET /api/stock-value', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches what a purchase changes: purchases, demand, receipts and stock. */
export function usePurchaseChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['purchase'], ['orders', 'part-demand'], ['quality']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
