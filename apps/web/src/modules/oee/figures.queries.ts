import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const stopsQuery = (query: Sent<'GET /api/equipment/stops'>['query']) =>
  queryOptions({
    queryKey: ['states', 'stops', query],
    queryFn: ({ signal }) => api('GET /api/equipment/stops', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const stopListQuery = (query: Sent<'GET /api/equipment/stop-list'>['query']) =>
  queryOptions({
    queryKey: ['states', 'stop-list', query],
    queryFn: ({ signal }) => api('GET /api/equipment/stop-list', { query, signal }),
  })
