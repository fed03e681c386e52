import type { Api } from '@cloud-factory/contract/api'
import type { AnswerOf, Endpoint } from '@cloud-factory/contract/endpoint'
import { listKeyOf, type Resource, type ValuesOf } from '@cloud-factory/domain/resource/resource'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ListKey } from '../list/first-list-query.ts'
import { request } from '../request.ts'

/** Endpoint of the list of a resource. */
export type ListKeyOf<R extends Resource> = Extract<ListKey, `GET /api/${R['path']}`>
type AnswerAt<K extends string> = K extends keyof Api
  ? Api[K] extends Endpoint
    ? AnswerOf<Api[K]>
    : never
  : never
/** A row of a resource, as the server returns it. */
export type RowOf<R extends Resource> = AnswerAt<`PATCH /api/${R['path']}/:id`> & ResourceRow

/** What every row of a resource has. */
export interface ResourceRow {
  readonly id: string
  readonly version: number
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

/** One page of a resource; without a query the first. */
export const resourceQuery = <R extends Resource>(resource: R, query: object = {}) =>
  queryOptions({
    queryKey: [resource.queries, listKeyOf(resource), query],
    queryFn: ({ signal }) =>
      request<{ items: RowOf<R>[]; total: number }>(`/api/${resource.path}`, {
        method: 'GET',
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Further input of a request, as the reason for an unlikely quantity. */
type Body<R extends Resource> = ValuesOf<R> & { readonly reason?: string | undefined }

export const createOne = <R extends Resource>({ path }: R, data: Body<R>, idempotencyKey: string) =>
  request<RowOf<R>>(`/api/${path}`, { method: 'POST', data, idempotencyKey })

export const updateOne = <R extends Resource>({ path }: R, id: string, data: Body<R> & { version: number }) =>
  request<RowOf<R>>(`/api/${path}/${encodeURIComponent(id)}`, { method: 'PATCH', data })

export const removeOne = ({ path }: Resource, { id, version }: ResourceRow) =>
  request<void>(`/api/${path}/${encodeURIComponent(id)}`, { method: 'DELETE', query: { version } })

/** Reloads whatever may show a resource's rows. */
export function useResourceChanged({ queries }: Resource): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [queries] })
}
