import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

type ListKey =
  | 'GET /api/repairs'
  | 'GET /api/checks'
  | 'GET /api/checks/due'
  | 'GET /api/check-items'
  | 'GET /api/maintenance-plans'
  | 'GET /api/maintenance-actions'
  | 'GET /api/maintenance-calendar'
  | 'GET /api/spare-parts'

/** One page of a list of maintenance. */
export const listQuery = <K extends ListKey>(key: K, query: NonNullable<Sent<K>['query']>) =>
  queryOptions({
    queryKey: ['equipment', key, query],
    queryFn: ({ signal }): Promise<Answer<K>> =>
      api<ListKey>(key, { query, signal } as Sent<ListKey>) as Promise<Answer<K>>,
    placeholderData: keepPreviousData,
  })

export const repairQuery = (id: string) =>
  queryOptions({
    queryKey: ['equipment', 'repair', id],
    queryFn: ({ signal }) => api('GET /api/repairs/:id', { params: { id }, signal }),
  })

export const summaryQuery = queryOptions({
  queryKey: ['equipment', 'maintenance-summary'],
  queryFn: ({ signal }) => api('GET /api/maintenance-summary', { signal }),
})
