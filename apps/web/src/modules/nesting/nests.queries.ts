import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const demandQuery = (query: NonNullable<Sent<'GET /api/part-demand'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'part-demand', query],
    queryFn: ({ signal }) => api('GET /api/part-demand', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const nestsQuery = (query: NonNullable<Sent<'GET /api/nests'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'nests', query],
    queryFn: ({ signal }) => api('GET /api/nests', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** While it is solved, the plan so far is fetched every second. */
export const nestQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'nest', id],
    queryFn: ({ signal }) => api('GET /api/nests/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'solving' ? 1000 : false),
  })

/** Refetches what a nest changes: nests, demand, bars. */
export function useNestsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [
        ['orders', 'nests'],
        ['orders', 'nest'],
        ['orders', 'part-demand'],
        ['quality', 'stock-bars'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}
