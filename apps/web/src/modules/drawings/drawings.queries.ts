import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, download, type Sent } from '../../shared/api.ts'

type Query<K extends 'drawings' | 'drawing-files' | 'drawing-prints'> = NonNullable<
  Sent<`GET /api/orders/:id/${K}`>['query']
>

export const drawingsQuery = (orderId: string, query: Query<'drawings'>) =>
  queryOptions({
    queryKey: ['orders', 'drawings', orderId, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/drawings', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const drawingFilesQuery = (orderId: string, query: Query<'drawing-files'>) =>
  queryOptions({
    queryKey: ['orders', 'drawings', orderId, 'files', query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/drawing-files', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const drawingPrintsQuery = (orderId: string, query: Query<'drawing-prints'>) =>
  queryOptions({
    queryKey: ['orders', 'drawings', orderId, 'prints', query],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/drawing-prints', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const drawingQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'drawing', id],
    queryFn: ({ signal }) => api('GET /api/drawings/:id', { params: { id }, signal }),
  })

export const pieceDrawingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'piece-drawings', id],
    queryFn: ({ signal }) => api('GET /api/pieces/:id/drawings', { params: { id }, signal }),
  })

/** The file of a revision. Its status belongs to the key: a superseded file carries a mark. */
export const revisionFileQuery = ({ id, status }: { readonly id: string; readonly status: string }) =>
  queryOptions({
    queryKey: ['orders', 'drawing', 'file', id, status],
    queryFn: ({ signal }) => download('GET /api/drawing-revisions/:id/file', { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** Called after drawings changed: refreshes all views that show them. */
export function useDrawingsChanged(orderId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['drawings', orderId], ['drawing'], ['piece-drawings'], ['history', orderId]].map((key) =>
        client.invalidateQueries({ queryKey: ['orders', ...key] }),
      ),
    )
}
