import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type Query<K extends 'GET /api/plate-demand' | 'GET /api/plate-jobs' | 'GET /api/plate-remnants'> =
  NonNullable<Sent<K>['query']>

export const plateDemandQuery = (query: Query<'GET /api/plate-demand'>) =>
  queryOptions({
    queryKey: ['orders', 'plate-demand', query],
    queryFn: ({ signal }) => api('GET /api/plate-demand', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const plateJobsQuery = (query: Query<'GET /api/plate-jobs'>) =>
  queryOptions({
    queryKey: ['orders', 'plate-jobs', query],
    queryFn: ({ signal }) => api('GET /api/plate-jobs', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const plateJobQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'plate-job', id],
    queryFn: ({ signal }) => api('GET /api/plate-jobs/:id', { params: { id }, signal }),
  })

/** While it is solved, its progress is fetched every second. */
export const plateNestingQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'plate-nesting', id],
    queryFn: ({ signal }) => api('GET /api/plate-jobs/:id/nesting', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.nest?.status === 'solving' ? 1000 : false),
  })

export const plateRemnantsQuery = (query: Query<'GET /api/plate-remnants'>) =>
  queryOptions({
    queryKey: ['orders', 'plate-remnants', query],
    queryFn: ({ signal }) => api('GET /api/plate-remnants', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches what a job changes: jobs, demand, parts, and the lots that were cut. */
export function usePlatesChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([['orders'], ['quality', 'lots']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
