import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

/** Refresh interval of the TVs' health reports, ms. */
const everyMs = 5000

export const screensQuery = (query: NonNullable<Sent<'GET /api/screens'>['query']>) =>
  queryOptions({
    queryKey: ['screens', 'list', query],
    queryFn: ({ signal }) => api('GET /api/screens', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })

export const allScreensQuery = queryOptions({
  queryKey: ['screens', 'choice'],
  queryFn: ({ signal }) => api('GET /api/screens', { query: { pageSize: '200' }, signal }),
})

export const screenQuery = (id: string) =>
  queryOptions({
    queryKey: ['screens', 'one', id],
    queryFn: ({ signal }) => api('GET /api/screens/:id', { params: { id }, signal }),
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['screens', 'versions', id],
    queryFn: ({ signal }) =>
      api('GET /api/screens/:id/versions', { params: { id }, query: { pageSize: '50' }, signal }),
  })

export const versionQuery = (id: string, no: number) =>
  queryOptions({
    queryKey: ['screens', 'version', id, no],
    queryFn: ({ signal }) =>
      api('GET /api/screens/:id/versions/:no', { params: { id, no: String(no) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const devicesQuery = (query: NonNullable<Sent<'GET /api/screens/devices'>['query']>) =>
  queryOptions({
    queryKey: ['screens', 'devices', query],
    queryFn: ({ signal }) => api('GET /api/screens/devices', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })

export const placesQuery = queryOptions({
  queryKey: ['screens', 'places'],
  queryFn: ({ signal }) => api('GET /api/display/places', { signal }),
})

/** Projects that match the typed text; the selected ones are loaded separately. */
export const projectsQuery = (q: string) =>
  queryOptions({
    queryKey: ['screens', 'projects', q],
    queryFn: ({ signal }) => api('GET /api/projects', { query: { q, pageSize: '200' }, signal }),
    placeholderData: keepPreviousData,
  })

/** Orders that match the typed text, the latest first. */
export const orderChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['screens', 'orders', q],
    queryFn: ({ signal }) => api('GET /api/orders', { query: { q, pageSize: '50' }, signal }),
    placeholderData: keepPreviousData,
  })

/** Called after anything of screens or TVs was changed. */
export function useScreensChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['screens'] })
}
