import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

export type Prompt = Answer<'GET /api/stop-prompts'>['items'][number]

/** Stops without a reason, refreshed while the page is visible. */
export const promptsQuery = (days: number) =>
  queryOptions({
    queryKey: ['states', 'prompts', days],
    queryFn: ({ signal }) => api('GET /api/stop-prompts', { query: { days: String(days) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

const ttlMs = 15_000

/**
 * States of a machine in the last hours. `hours` is part of the key; the instants are computed at
 * the time of the request.
 */
export const timelineQuery = (id: string, hours: number) =>
  queryOptions({
    queryKey: ['states', 'timeline', id, hours],
    queryFn: ({ signal }) => {
      const to = Date.now()
      const query = { from: new Date(to - hours * 3_600_000).toISOString(), to: new Date(to).toISOString() }
      return api('GET /api/machines/:id/states', { params: { id }, query, signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: ttlMs,
  })

export const figuresQuery = (query: Sent<'GET /api/equipment/figures'>['query']) =>
  queryOptions({
    queryKey: ['states', 'figures', query],
    queryFn: ({ signal }) => api('GET /api/equipment/figures', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const outOfServiceQuery = (machineId: string) =>
  queryOptions({
    queryKey: ['states', 'outOfService', machineId],
    queryFn: ({ signal }) => api('GET /api/machines-out-of-service', { query: { machineId }, signal }),
  })

export const reasonsQuery = queryOptions({
  queryKey: ['states', 'reasons'],
  queryFn: ({ signal }) => api('GET /api/stop-reasons', { signal }),
})

/** Called after a reason was given: figures follow within a minute. */
export function useStatesChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['states'] })
}
