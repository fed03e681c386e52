import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const ncrsQuery = (query: NonNullable<Sent<'GET /api/ncrs'>['query']>) =>
  queryOptions({
    queryKey: ['quality', 'ncrs', query],
    queryFn: ({ signal }) => api('GET /api/ncrs', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const ageingQuery = queryOptions({
  queryKey: ['quality', 'ncr-ageing'],
  queryFn: ({ signal }) => api('GET /api/ncr-ageing', { signal }),
})

export const ncrQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'ncr', id],
    queryFn: ({ signal }) => api('GET /api/ncrs/:id', { params: { id }, signal }),
  })

export const ncrPiecesQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'ncr', id, 'pieces'],
    queryFn: ({ signal }) => api('GET /api/ncrs/:id/pieces', { params: { id }, signal }),
  })

export const ncrEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'ncr', id, 'events'],
    queryFn: ({ signal }) => api('GET /api/ncrs/:id/events', { params: { id }, signal }),
  })

/** Locked inspections of the first piece of a report since it was raised, the last one first: what a verification can name. */
export const reinspectionsQuery = ({ id, raisedAt }: { readonly id: string; readonly raisedAt: string }) =>
  queryOptions({
    queryKey: ['quality', 'ncr', id, 'reinspections'],
    queryFn: async ({ signal }) => {
      const pieces = await api('GET /api/ncrs/:id/pieces', { params: { id }, signal })
      const [piece] = pieces.items
      if (piece === undefined) return []
      const query = { pieceId: piece.id, status: 'locked', sort: '-createdAt', pageSize: 20 } as const
      const { items } = await api('GET /api/inspections', { query, signal })
      return items.filter(({ createdAt }) => createdAt >= raisedAt)
    },
  })

export const defectsQuery = queryOptions({
  queryKey: ['quality', 'GET /api/defects'],
  queryFn: ({ signal }) => api('GET /api/defects', { signal }),
})

/** Changes of a report also affect orders and pieces. */
export function useNcrsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['quality'] }),
      client.invalidateQueries({ queryKey: ['orders'] }),
    ])
  }
}
