import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const labourQuery = (query: NonNullable<Sent<'GET /api/labour'>['query']>) =>
  queryOptions({
    queryKey: ['labour', 'hours', query],
    queryFn: ({ signal }) => api('GET /api/labour', { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const payrollQuery = (month: string) =>
  queryOptions({
    queryKey: ['cost', 'payroll', month],
    queryFn: ({ signal }) => api('GET /api/payroll', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  })

export const costsQuery = (query: NonNullable<Sent<'GET /api/costs'>['query']>) =>
  queryOptions({
    queryKey: ['cost', 'costs', query],
    queryFn: ({ signal }) => api('GET /api/costs', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['cost', 'statement', id],
    queryFn: ({ signal }) => api('GET /api/orders/:id/statement', { params: { id }, signal }),
  })
