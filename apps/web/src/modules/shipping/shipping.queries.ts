import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

type Query<K extends 'GET /api/packages' | 'GET /api/deliveries' | 'GET /api/orders/:id/packable'> =
  NonNullable<Sent<K>['query']>

export const packagesQuery = (query: Query<'GET /api/packages'>) =>
  queryOptions({
    queryKey: ['orders', 'packages', query],
    queryFn: ({ signal }) => api('GET /api/packages', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'package', id],
    queryFn: ({ signal }) => api('GET /api/packages/:id', { params: { id }, signal }),
  })

export const packedPiecesQuery = (
  id: string,
  query: NonNullable<Sent<'GET /api/packages/:id/pieces'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'packed', id, query],
    queryFn: ({ signal }) => api('GET /api/packages/:id/pieces', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const finishedQuery = (query: NonNullable<Sent<'GET /api/finished-pieces'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'finished', query],
    queryFn: ({ signal }) => api('GET /api/finished-pieces', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Packing progress of an order. */
export const packingQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'packing', id],
    queryFn: ({ signal }) => api('GET /api/orders/:id/packing', { params: { id }, signal }),
  })

export const packableQuery = (id: string, query: Query<'GET /api/orders/:id/packable'>) =>
  queryOptions({
    queryKey: ['orders', 'packable', id, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/packable', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const planQuery = (
  id: string,
  query: NonNullable<Sent<'GET /api/orders/:id/packing-plan'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'packing-plan', id, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/packing-plan', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const deliveriesQuery = (query: Query<'GET /api/deliveries'>) =>
  queryOptions({
    queryKey: ['orders', 'deliveries', query],
    queryFn: ({ signal }) => api('GET /api/deliveries', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'delivery', id],
    queryFn: ({ signal }) => api('GET /api/deliveries/:id', { params: { id }, signal }),
  })

type DeliveryPieces = Answer<'GET /api/deliveries/:id/pieces'>['items']

const pageSize = 200
/** As many as one truck can hold, and more. */
const maxPages = 20

/** All pieces on a delivery, package after package. */
export const deliveryPiecesQuery = (id: string, exceptions?: 'true') =>
  queryOptions({
    queryKey: ['orders', 'delivery-pieces', id, exceptions],
    queryFn: async ({ signal }): Promise<DeliveryPieces> => {
      const items: DeliveryPieces = []
      for (let page = 1; page <= maxPages; page += 1) {
        const query = { page, pageSize, exceptions }
        const found = await api('GET /api/deliveries/:id/pieces', { params: { id }, query, signal })
        items.push(...found.items)
        if (items.length >= found.total || found.items.length === 0) break
      }
      return items
    },
  })

export const signatureQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'signature', id],
    queryFn: ({ signal }) => api('GET /api/deliveries/:id/signature', { params: { id }, signal }),
    staleTime: Infinity,
  })
