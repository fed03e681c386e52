import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Sent } from '../../../shared/api.ts'

type Query<K extends 'GET /api/quality/yield' | 'GET /api/quality/chart'> = NonNullable<Sent<K>['query']>

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
