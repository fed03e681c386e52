import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import type { DashboardTile } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

export type Area = 'orders' | 'quality' | 'equipment'

/**
 * Home is never cached: its data is loaded at every visit and refreshed while the page is visible.
 */
const fresh = { staleTime: 0, gcTime: 0, refetchInterval: 60_000 } as const

const keys = {
  orders: 'GET /api/dashboard/orders',
  quality: 'GET /api/dashboard/quality',
  equipment: 'GET /api/dashboard/equipment',
} as const

export const countsQuery = (area: Area, enabled: boolean) =>
  queryOptions({
    queryKey: ['dashboard', area],
    queryFn: ({ signal }): Promise<DashboardCounts> => api(keys[area], { signal }),
    enabled,
    ...fresh,
  })

/** Statuses with open deliveries, as the tiles by due day count them. */
const openOrders = 'draft,confirmed,released,in_production,on_hold'

/** So many orders are named. */
export const orderLines = 6

export const lateOrdersQuery = queryOptions({
  queryKey: ['dashboard', 'late-orders'],
  queryFn: ({ signal }) =>
    api('GET /api/orders', { query: { late: 'true', pageSize: orderLines, sort: 'dueOn' }, signal }),
  ...fresh,
})

/** Orders due next; they fill the lines that late orders leave free. */
export const nextOrdersQuery = (today: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'next-orders', today],
    queryFn: ({ signal }) =>
      api('GET /api/orders', {
        query: { status: openOrders, dueFrom: today ?? '', pageSize: orderLines, sort: 'dueOn' },
        signal,
      }),
    enabled: today !== undefined,
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
export const tilesOf = (
  counts: DashboardCounts | undefined,
  ids: readonly DashboardTile[],
): readonly Counted[] => ids.flatMap((id) => counts?.items.filter((item) => item.id === id) ?? [])
