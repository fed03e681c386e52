import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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
  | 'GET /api/trial-assemblies'

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
  | 'GET /api/trial-assemblies/:id'

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

const underWay = 'released,in_production,on_hold'

/**
 * Orders whose number or name has the typed text, to choose from.
 * @param done whether those that are done are among them
 */
export function useOrderOptions(q: string, done: boolean) {
  const { data, isFetching } = useQuery({
    queryKey: ['orders', 'choice', q, done],
    queryFn: ({ signal }) =>
      api('GET /api/orders', {
        query: {
          q,
          pageSize: 50,
          sort: 'dueOn',
          status: done ? `${underWay},completed,shipped,closed` : underWay,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const options = (data?.items ?? []).map(({ id, no, name }) => ({ value: id, label: `${no} ${name}` }))
  return { options, searching: isFetching }
}
