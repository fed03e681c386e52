import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const orderPartsQuery = (
  orderId: string,
  query: NonNullable<Sent<'GET /api/orders/:id/parts'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'parts', orderId, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/parts', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const partReportsQuery = (
  orderId: string,
  query: NonNullable<Sent<'GET /api/orders/:id/part-reports'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'part-reports', orderId, query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/part-reports', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Parts for pieces of a mark; null: for all pieces without a kit. */
export const kitQuery = (markId: string, pieces: number | null) =>
  queryOptions({
    queryKey: ['orders', 'kit', markId, pieces],
    queryFn: ({ signal }) =>
      api('GET /api/marks/:id/kit', {
        params: { id: markId },
        query: pieces === null ? {} : { pieces },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Refetches what reports on parts change. */
export function usePartsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [
        ['orders', 'parts'],
        ['orders', 'part-reports'],
        ['orders', 'kit'],
        ['orders', 'part-demand'],
        ['orders', 'history'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}
