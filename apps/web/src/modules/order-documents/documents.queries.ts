import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const documentsQuery = (
  orderId: string,
  query: NonNullable<Sent<'GET /api/orders/:id/documents'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/documents', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The versions of a document, at most 200: in practice no drawing has more. */
export const versionsQuery = (orderId: string, documentId: string) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId, 'versions', documentId],
    queryFn: ({ signal }) =>
      api('GET /api/documents/:id/versions', {
        params: { id: documentId },
        query: { pageSize: 200 },
        signal,
      }),
  })

/** Called after a document changed: refreshes the documents and the order's history. */
export function useDocumentsChanged(orderId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['orders', 'documents', orderId] }),
      client.invalidateQueries({ queryKey: ['orders', 'history', orderId] }),
    ])
}
