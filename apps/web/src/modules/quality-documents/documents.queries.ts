import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const dossierQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['quality', 'dossier', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id/dossier', { params: { id: orderId }, signal }),
    placeholderData: keepPreviousData,
  })

export const documentsQuery = (query: NonNullable<Sent<'GET /api/quality-documents'>['query']>) =>
  queryOptions({
    queryKey: ['quality', 'papers', query],
    queryFn: ({ signal }) => api('GET /api/quality-documents', { query, signal }),
    placeholderData: keepPreviousData,
  })
