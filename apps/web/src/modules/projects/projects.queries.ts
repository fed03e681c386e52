import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type ProjectsQuery = NonNullable<Sent<'GET /api/projects'>['query']>

export const projectsQuery = (query: ProjectsQuery) =>
  queryOptions({
    queryKey: ['orders', 'projects', query],
    queryFn: ({ signal }) => api('GET /api/projects', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'project', id],
    queryFn: ({ signal }) => api('GET /api/projects/:id', { params: { id }, signal }),
  })
