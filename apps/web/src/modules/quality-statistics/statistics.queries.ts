import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'

type StatisticsEndpoint =
  | 'GET /api/quality/yield'
  | 'GET /api/quality/chart'
  | 'GET /api/quality/breakdown'
  | 'GET /api/quality/ncr-statistics'
  | 'GET /api/quality/repair-rates'
type Query<K extends StatisticsEndpoint> = NonNullable<Sent<K>['query']>

export const yieldQuery = (query: Query<'GET /api/quality/yield'>) =>
  queryOptions({
    queryKey: ['quality', 'yield', query],
    queryFn: ({ signal }) => api('GET /api/quality/yield', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const missesQuery = (query: Query<'GET /api/quality/yield'>) =>
  queryOptions({
    queryKey: ['quality', 'misses', query],
    queryFn: ({ signal }) => api('GET /api/quality/misses', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const chartQuery = (query: Query<'GET /api/quality/chart'>) =>
  queryOptions({
    queryKey: ['quality', 'chart', query],
    queryFn: ({ signal }) => api('GET /api/quality/chart', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const breakdownQuery = (query: Query<'GET /api/quality/breakdown'>) =>
  queryOptions({
    queryKey: ['quality', 'breakdown', query],
    queryFn: ({ signal }) => api('GET /api/quality/breakdown', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const ncrReportQuery = (query: Query<'GET /api/quality/ncr-statistics'>) =>
  queryOptions({
    queryKey: ['quality', 'ncr-statistics', query],
    queryFn: ({ signal }) => api('GET /api/quality/ncr-statistics', { query, signal }),
    placeholderData: keepPreviousData,
  })

export const repairQuery = (query: Query<'GET /api/quality/repair-rates'>) =>
  queryOptions({
    queryKey: ['quality', 'repair-rates', query],
    queryFn: ({ signal }) => api('GET /api/quality/repair-rates', { query, signal }),
    placeholderData: keepPreviousData,
  })
