import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../../shared/api.ts'

export const scheduleQuery = (query: NonNullable<Sent<'GET /api/orders/schedule'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'schedule', query],
    queryFn: ({ signal }) => api('GET /api/orders/schedule', { query, signal }),
    placeholderData: keepPreviousData,
  })
