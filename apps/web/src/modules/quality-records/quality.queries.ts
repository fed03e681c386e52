import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'

type ListKey =
  | 'GET /api/welders'
  | 'GET /api/welder-certificates'
  | 'GET /api/wps'
  | 'GET /api/welds'
  | 'GET /api/ndt/due'
  | 'GET /api/ndt/requests'
  | 'GET /api/ndt/repair-rate'
  | 'GET /api/coat-specs'
  | 'GET /api/coats'

/** One page of a list of quality. */
export const listQuery = <K extends ListKey>(key: K, query: NonNullable<Sent<K>['query']>) =>
  queryOptions({
    queryKey: ['quality', key, query],
    queryFn: ({ signal }): Promise<Answer<K>> =>
      api<ListKey>(key, { query, signal } as Sent<ListKey>) as Promise<Answer<K>>,
    placeholderData: keepPreviousData,
  })

type OneKey =
  | 'GET /api/welds/:id'
  | 'GET /api/welds/:id/tests'
  | 'GET /api/weld-templates/:id'
  | 'GET /api/ndt/requests/:id'
  | 'GET /api/coats/:id'

export const oneQuery = <K extends OneKey>(key: K, id: string) =>
  queryOptions({
    queryKey: ['quality', key, id],
    queryFn: ({ signal }): Promise<Answer<K>> =>
      api<OneKey>(key, { params: { id }, signal } as Sent<OneKey>) as Promise<Answer<K>>,
  })

/** Called after anything of quality was changed: gates of orders may have opened or shut with it. */
export function useQualityChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['quality'] }),
      client.invalidateQueries({ queryKey: ['orders'], refetchType: 'none' }),
    ])
}
