import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const standardsQuery = () =>
  queryOptions({
    queryKey: ['quality', 'standards'],
    queryFn: ({ signal }) => api('GET /api/standards', { query: {}, signal }),
  })

export const shippedQuery = queryOptions({
  queryKey: ['quality', 'standards', 'shipped'],
  queryFn: ({ signal }) => api('GET /api/shipped-standards', { signal }),
})

export const editionsQuery = (standardId: string | undefined) =>
  queryOptions({
    queryKey: ['quality', 'standards', 'editions', standardId],
    queryFn: ({ signal }) =>
      api('GET /api/standards/:id/editions', { params: { id: standardId ?? '' }, query: {}, signal }),
    enabled: standardId !== undefined,
  })

export const itemsQuery = (
  editionId: string | undefined,
  shape: NonNullable<Sent<'GET /api/editions/:id/items'>['query']>['shape'],
  verified?: 'true' | 'false',
) =>
  queryOptions({
    queryKey: ['quality', 'standards', 'items', editionId, shape, verified],
    queryFn: ({ signal }) =>
      api('GET /api/editions/:id/items', {
        params: { id: editionId ?? '' },
        query: {
          ...(shape === undefined ? {} : { shape }),
          ...(verified === undefined ? {} : { verified }),
        },
        signal,
      }),
    enabled: editionId !== undefined,
    placeholderData: keepPreviousData,
  })

export const differenceQuery = (id: string, against: string) =>
  queryOptions({
    queryKey: ['quality', 'standards', 'difference', id, against],
    queryFn: ({ signal }) =>
      api('GET /api/editions/:id/difference', { params: { id }, query: { against }, signal }),
  })

export const limitsQuery = (query: NonNullable<Sent<'GET /api/limits'>['query']> | null) =>
  queryOptions({
    queryKey: ['quality', 'standards', 'limits', query],
    queryFn: ({ signal }) =>
      api('GET /api/limits', { query: query ?? { editionId: '', shape: 'beam' }, signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  })

/** Called after anything of standards or instruments was changed. */
export function useStandardsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['quality'] })
}
