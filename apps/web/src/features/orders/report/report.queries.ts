import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../../shared/api.ts'

export const productionQuery = (query: NonNullable<Sent<'GET /api/reports/production'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'report', query],
    queryFn: ({ signal }) => api('GET /api/reports/production', { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
