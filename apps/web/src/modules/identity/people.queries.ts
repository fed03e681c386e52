import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, type Sent } from '../../shared/api.ts'

export const usersQuery = (query: Sent<'GET /api/users'>['query']) =>
  queryOptions({
    queryKey: ['people', 'users', query],
    queryFn: ({ signal }) => api('GET /api/users', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', 'sessions', userId],
    queryFn: ({ signal }) => api('GET /api/users/:id/sessions', { params: { id: userId }, signal }),
  })

export const rolesQuery = (query: Sent<'GET /api/roles'>['query']) =>
  queryOptions({
    queryKey: ['people', 'roles', query],
    queryFn: ({ signal }) => api('GET /api/roles', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Every role, for choosing; a factory has a few dozen at most. */
export const allRolesQuery = rolesQuery({ pageSize: 200, sort: 'code' })

export const fourEyesQuery = queryOptions({
  queryKey: ['people', 'four-eyes'],
  queryFn: ({ signal }) => api('GET /api/four-eyes', { signal }),
})

export const terminalsQuery = queryOptions({
  queryKey: ['people', 'terminals'],
  queryFn: ({ signal }) => api('GET /api/terminals', { signal }),
})

/** After a change to people or roles: both lists show counts of the other. */
export function usePeopleChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: ['people'] }), [client])
}
