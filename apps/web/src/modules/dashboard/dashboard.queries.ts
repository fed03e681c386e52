import type { Api } from '@cloud-factory/contract/api'
import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import type { DashboardTile } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

export type Area = 'orders' | 'quality' | 'equipment' | 'system'

/**
 * Everything on home is loaded at every visit, and refreshed while the page is visible. Until it arrives, who comes back sees
 * what was there some minutes ago.
 */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

const keys = {
  orders: 'GET /api/dashboard/orders',
  quality: 'GET /api/dashboard/quality',
  equipment: 'GET /api/dashboard/equipment',
  system: 'GET /api/dashboard/system',
} as const

export const countsQuery = (area: Area, enabled: boolean) =>
  queryOptions({
    queryKey: ['dashboard', area],
    queryFn: ({ signal }): Promise<DashboardCounts> => api(keys[area], { signal }),
    enabled,
    ...fresh,
  })

/** Lists that are shown as queues, each under the key of its own page, so that both follow the same changes. */
const queueKeys = {
  'GET /api/orders': ['orders', 'list'],
  'GET /api/ready-lots': ['orders', 'GET /api/ready-lots'],
  'GET /api/due-inspections': ['quality', 'due'],
  'GET /api/ncrs': ['quality', 'ncrs'],
  'GET /api/alarms': ['alarms', 'list'],
  'GET /api/repairs': ['equipment', 'GET /api/repairs'],
  'GET /api/checks/due': ['equipment', 'GET /api/checks/due'],
  'GET /api/maintenance-plans': ['equipment', 'GET /api/maintenance-plans'],
  'GET /api/users': ['people', 'users'],
  'GET /api/gateways': ['gateways', 'list'],
  'GET /api/telemetry/inbox': ['gateways', 'inbox'],
} as const satisfies Partial<Record<keyof Api, readonly string[]>>
type QueueList = keyof typeof queueKeys

/** The first rows of a list, in the order of urgency. */
export const queueQuery = <K extends QueueList>(
  list: K,
  query: NonNullable<Sent<K>['query']>,
  enabled = true,
) =>
  queryOptions({
    queryKey: [...queueKeys[list], query],
    queryFn: ({ signal }): Promise<Answer<K>> =>
      api<QueueList>(list, { query, signal } as Sent<QueueList>) as Promise<Answer<K>>,
    placeholderData: keepPreviousData,
    enabled,
    ...fresh,
  })

/** Backups, storage, background work; looked at more often while a backup is written. */
export const systemQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ['dashboard', 'state'],
    queryFn: ({ signal }) => api('GET /api/system/state', { signal }),
    enabled,
    ...fresh,
    refetchInterval: ({ state }) => (state.data?.backup?.running === true ? 2_000 : fresh.refetchInterval),
  })

/** Whether machines can reach the server. */
export const brokerQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ['gateways', 'broker'],
    queryFn: ({ signal }) => api('GET /api/telemetry/broker', { signal }),
    enabled,
    ...fresh,
  })

export const outputQuery = queryOptions({
  queryKey: ['dashboard', 'output'],
  queryFn: ({ signal }) => api('GET /api/dashboard/output', { signal }),
  ...fresh,
})

/** First inspections of this month, as the statistics count them. */
export const yieldQuery = (today: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'yield', today],
    queryFn: ({ signal }) =>
      api('GET /api/quality/yield', { query: { from: firstOf(today ?? ''), to: today ?? '' }, signal }),
    enabled: today !== undefined,
    ...fresh,
  })

export const firstOf = (today: string): string => `${today.slice(0, 8)}01`

export type Counted = DashboardCounts['items'][number]

/** The requested tiles in that order, without tiles whose list the user may not see. */
export const tilesOf = (items: readonly Counted[], ids: readonly DashboardTile[]): readonly Counted[] =>
  ids.flatMap((id) => items.filter((item) => item.id === id))
