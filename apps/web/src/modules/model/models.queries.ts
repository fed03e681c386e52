import { decodeChunk, type GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, download, type Sent } from '../../shared/api.ts'

const readingEveryMs = 1000

/** Models of an order; while one is read, its progress is asked for. */
export const modelsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'models', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id/models', { params: { id: orderId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'reading') === true ? readingEveryMs : false,
  })

export const matchesQuery = (id: string, query: NonNullable<Sent<'GET /api/models/:id/matches'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'model-matches', id, query],
    queryFn: ({ signal }) => api('GET /api/models/:id/matches', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'model-members', id],
    queryFn: ({ signal }) => api('GET /api/models/:id/members', { params: { id }, signal }),
  })

export const removedQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'model-removed', id],
    queryFn: ({ signal }) => api('GET /api/models/:id/removed', { params: { id }, signal }),
  })

export const statesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'model-states', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id/model-states', { params: { id: orderId }, signal }),
  })

/** When members reached their states; read once it is shown. `token`: of a customer's session. */
export const daysQuery = (id: string, token?: string) =>
  queryOptions({
    queryKey: ['orders', 'model-days', id, ...(token === undefined ? [] : [token])],
    queryFn: ({ signal }) =>
      token === undefined
        ? api('GET /api/orders/:id/model-days', { params: { id }, signal })
        : api('GET /api/customer/orders/:id/model-days', { params: { id }, token, signal, quiet: true }),
  })

/** Called after models of an order changed. */
export function useModelsChanged(orderId: string): () => Promise<unknown> {
  const client = useQueryClient()
  const keys = [
    ['models', orderId],
    ['model-matches'],
    ['model-members'],
    ['model-removed'],
    ['model-states', orderId],
    ['model-days', orderId],
  ]
  return () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: ['orders', ...key] })))
}

/** A portion of the geometry of a model; the browser's cache has it the next time. */
export async function fetchChunk(id: string, position: number, signal: AbortSignal): Promise<GeometryChunk> {
  const params = { id, position: String(position) }
  const { blob } = await download('GET /api/models/:id/chunks/:position', { params, signal })
  return decoded(blob)
}

/** Fetches a portion; `fetchChunk`, or the same for a customer. */
export type ChunkSource = typeof fetchChunk

export async function decoded(blob: Blob): Promise<GeometryChunk> {
  const plain = blob.stream().pipeThrough(new DecompressionStream('gzip'))
  return decodeChunk(new Uint8Array(await new Response(plain).arrayBuffer()))
}
