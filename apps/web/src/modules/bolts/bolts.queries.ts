import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type Query<
  K extends
    | 'GET /api/orders/:id/bolts'
    | 'GET /api/bolt-needs'
    | 'GET /api/bolt-lots'
    | 'GET /api/bolt-issues'
    | 'GET /api/bolt-tests',
> = NonNullable<Sent<K>['query']>

export const orderBoltsQuery = (orderId: string, query: Query<'GET /api/orders/:id/bolts'>) =>
  queryOptions({
    queryKey: ['bolts', 'list', orderId, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/bolts', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Every line of the bolt list of an order, for paper and files. */
export const allBoltsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['bolts', 'list', orderId, 'all'],
    queryFn: async ({ signal }) => {
      const load = (page: number) =>
        api('GET /api/orders/:id/bolts', { params: { id: orderId }, query: { page, pageSize: 200 }, signal })
      const first = await load(1)
      const items = [...first.items]
      for (let page = 2; items.length < first.total; page += 1) {
        const next = await load(page)
        if (next.items.length === 0) break
        items.push(...next.items)
      }
      return items
    },
  })

export const needsQuery = (query: Query<'GET /api/bolt-needs'>) =>
  queryOptions({
    queryKey: ['bolts', 'needs', query],
    queryFn: ({ signal }) => api('GET /api/bolt-needs', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const lotsQuery = (query: Query<'GET /api/bolt-lots'>) =>
  queryOptions({
    queryKey: ['bolts', 'lots', query],
    queryFn: ({ signal }) => api('GET /api/bolt-lots', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const issuesQuery = (query: Query<'GET /api/bolt-issues'>) =>
  queryOptions({
    queryKey: ['bolts', 'issues', query],
    queryFn: ({ signal }) => api('GET /api/bolt-issues', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Bolts in a package or on a delivery, for paper. */
export const packedBoltsQuery = (filter: Pick<Query<'GET /api/bolt-issues'>, 'packageId' | 'deliveryId'>) =>
  queryOptions({
    queryKey: ['bolts', 'issues', 'packed', filter],
    queryFn: async ({ signal }) =>
      (await api('GET /api/bolt-issues', { query: { ...filter, pageSize: 200 }, signal })).items,
  })

export const testsQuery = (query: Query<'GET /api/bolt-tests'>) =>
  queryOptions({
    queryKey: ['bolts', 'tests', query],
    queryFn: ({ signal }) => api('GET /api/bolt-tests', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Packages of an order that bolts can be put into. */
export const openPackagesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'packages', 'open', orderId],
    queryFn: ({ signal }) =>
      api('GET /api/packages', { query: { orderId, status: 'open', pageSize: 50 }, signal }),
  })

/** Refetches everything about bolts, and packages, which count them. */
export function useBoltsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['bolts'], ['orders', 'package'], ['orders', 'packages']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
