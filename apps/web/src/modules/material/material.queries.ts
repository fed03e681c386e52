import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type Query<
  K extends
    | 'GET /api/stock-takes'
    | 'GET /api/receipts'
    | 'GET /api/lots'
    | 'GET /api/mill-certificates'
    | 'GET /api/stock-bars',
> = NonNullable<Sent<K>['query']>

export const receiptsQuery = (query: Query<'GET /api/receipts'>) =>
  queryOptions({
    queryKey: ['quality', 'receipts', query],
    queryFn: ({ signal }) => api('GET /api/receipts', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'receipt', id],
    queryFn: ({ signal }) => api('GET /api/receipts/:id', { params: { id }, signal }),
  })

export const lotsQuery = (query: Query<'GET /api/lots'>) =>
  queryOptions({
    queryKey: ['quality', 'lots', query],
    queryFn: ({ signal }) => api('GET /api/lots', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const stockBarsQuery = (query: Query<'GET /api/stock-bars'>) =>
  queryOptions({
    queryKey: ['quality', 'stock-bars', query],
    queryFn: ({ signal }) => api('GET /api/stock-bars', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const stockTakesQuery = (query: Query<'GET /api/stock-takes'>) =>
  queryOptions({
    queryKey: ['quality', 'stock-takes', query],
    queryFn: ({ signal }) => api('GET /api/stock-takes', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const stockTakeQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'stock-take', id],
    queryFn: ({ signal }) => api('GET /api/stock-takes/:id', { params: { id }, signal }),
  })

export const millCertificatesQuery = (query: Query<'GET /api/mill-certificates'>) =>
  queryOptions({
    queryKey: ['quality', 'mill-certificates', query],
    queryFn: ({ signal }) => api('GET /api/mill-certificates', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const millCertificateQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'mill-certificate', id],
    queryFn: ({ signal }) => api('GET /api/mill-certificates/:id', { params: { id }, signal }),
  })

export const gradesQuery = (q = '') =>
  queryOptions({
    queryKey: ['quality', 'grades', q],
    queryFn: ({ signal }) => api('GET /api/steel-grades', { query: q === '' ? {} : { q }, signal }),
    placeholderData: keepPreviousData,
  })

export const gradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['quality', 'grade', id],
    queryFn: ({ signal }) => api('GET /api/steel-grades/:id', { params: { id }, signal }),
  })

export const planQuery = queryOptions({
  queryKey: ['quality', 'material-plan'],
  queryFn: ({ signal }) => api('GET /api/material-plan', { signal }),
})

export const projectsQuery = queryOptions({
  queryKey: ['orders', 'projects', 'choice'],
  queryFn: ({ signal }) => api('GET /api/projects', { query: { pageSize: 200 }, signal }),
})

export const traceSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['quality', 'trace', q],
    queryFn: ({ signal }) => api('GET /api/material-trace', { query: { q }, signal }),
    enabled: q !== '',
  })

export const traceQuery = (kind: 'heat' | 'piece', id: string) =>
  queryOptions({
    queryKey: ['quality', 'trace', kind, id],
    queryFn: ({ signal }) =>
      kind === 'heat'
        ? api('GET /api/material-trace/heats/:id', { params: { id }, signal })
        : api('GET /api/material-trace/pieces/:id', { params: { id }, signal }),
  })
