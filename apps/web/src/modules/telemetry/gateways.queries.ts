import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

/** Refresh interval of message statistics, ms. */
const everyMs = 5000

export const brokerQuery = queryOptions({
  queryKey: ['gateways', 'broker'],
  queryFn: ({ signal }) => api('GET /api/telemetry/broker', { signal }),
  refetchInterval: everyMs,
})

export const gatewaysQuery = (query: NonNullable<Sent<'GET /api/gateways'>['query']>) =>
  queryOptions({
    queryKey: ['gateways', 'list', query],
    queryFn: ({ signal }) => api('GET /api/gateways', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })

export const inboxQuery = (query: NonNullable<Sent<'GET /api/telemetry/inbox'>['query']>) =>
  queryOptions({
    queryKey: ['gateways', 'inbox', query],
    queryFn: ({ signal }) => api('GET /api/telemetry/inbox', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })

export const adaptersQuery = (query: NonNullable<Sent<'GET /api/telemetry/adapters'>['query']>) =>
  queryOptions({
    queryKey: ['gateways', 'adapters', query],
    queryFn: ({ signal }) => api('GET /api/telemetry/adapters', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const templatesQuery = queryOptions({
  queryKey: ['gateways', 'templates'],
  queryFn: ({ signal }) => api('GET /api/telemetry/adapter-templates', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const gatewayChoiceQuery = queryOptions({
  queryKey: ['gateways', 'choice'],
  queryFn: ({ signal }) => api('GET /api/gateways', { query: { pageSize: '200' }, signal }),
})

export const faultsQuery = queryOptions({
  queryKey: ['gateways', 'faults'],
  queryFn: ({ signal }) => api('GET /api/telemetry/faults', { signal }),
  refetchInterval: everyMs,
})

/** Called after anything of gateways or their devices was changed. */
export function useGatewaysChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['gateways'] })
}
