import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../../shared/api.ts'

export const inspectionsQuery = (query: NonNullable<Sent<'GET /api/inspections'>['query']>) =>
  queryOptions({
    queryKey: ['quality', 'inspections', query],
    queryFn: ({ signal }) => api('GET /api/inspections', { query, signal }),
    placeholderData: keepPreviousData,
  })
