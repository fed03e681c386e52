import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

export const auditQuery = (query: Sent<'GET /api/audit'>['query']) =>
  queryOptions({
    queryKey: ['audit', 'rows', query],
    queryFn: ({ signal }) => api('GET /api/audit', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const clientErrorsQuery = (query: Sent<'GET /api/client-errors'>['query']) =>
  queryOptions({
    queryKey: ['audit', 'client-errors', query],
    queryFn: ({ signal }) => api('GET /api/client-errors', { query, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * People to filter by; only for users permitted to see them. Others filter by searching for a name.
 */
export const peopleQuery = queryOptions({
  queryKey: ['people', 'users', 'for-audit'],
  queryFn: ({ signal }) => api('GET /api/users', { query: { pageSize: 200, sort: 'username' }, signal }),
  staleTime: 60_000,
})
