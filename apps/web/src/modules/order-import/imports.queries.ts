import type { FindingView, ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../shared/api.ts'
import { pollDelay } from './poll-delay.rules.ts'

export type Level = FindingView['level']
export type FindingRow = Answer<'GET /api/imports/:id/findings'>['items'][number]

export const marksPageSize = 100
const longestPage = 200

/** One import; polled while the server reads or writes. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'import', id],
    queryFn: ({ signal }) => api('GET /api/imports/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => pollDelay(state.data?.status, state.dataUpdateCount),
  })

export const importsOfOrderQuery = (orderId: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', 'imports', orderId, page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/imports', { params: { id: orderId }, query: { page, pageSize }, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => {
      const busy = state.data?.items.find(({ status }) => status === 'reading' || status === 'applying')
      return pollDelay(busy?.status, state.dataUpdateCount)
    },
  })

export const findingsQuery = (id: string, level: Level | undefined, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', 'import', id, 'findings', level ?? 'all', page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/imports/:id/findings', { params: { id }, query: { level, page, pageSize }, signal }),
    placeholderData: (before) => before,
    // Findings do not change after reading.
    staleTime: 300_000,
  })

/** One page of the marks as read, from 0. */
export const marksPageQuery = (id: string, page: number) => ({
  queryKey: ['orders', 'import', id, 'marks', page],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api('GET /api/imports/:id/marks', {
      params: { id },
      query: { page: page + 1, pageSize: marksPageSize },
      signal,
    }),
  staleTime: 300_000,
})

/** All findings of a level, page after page, in the order of the file. */
export async function allFindings(id: string, level: Level | undefined): Promise<readonly FindingRow[]> {
  const found: FindingRow[] = []
  for (let page = 1; ; page++) {
    const query = { level, page, pageSize: longestPage }
    const { items, total } = await api('GET /api/imports/:id/findings', { params: { id }, query })
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

/** Writes the import to its order, or discards it; then refreshes all order queries. */
export function useEndImport(id: string, context: 'apply' | 'discard') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      context === 'discard'
        ? api('POST /api/imports/:id/discard', { params: { id } })
        : api('POST /api/imports/:id/apply', {
            params: { id },
            body: reason === undefined ? {} : { reason },
          }),
    onSuccess: (view: ImportView) => client.setQueryData(importQuery(id).queryKey, view),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/** The order an import is for: whether it takes imports now. */
export const orderMayImportQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'order', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id', { params: { id: orderId }, signal }),
  })
