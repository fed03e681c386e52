import type { ImportView, FindingView } from '@cloud-factory/contract/order-import/order-imports'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, download, type Sent } from '../../shared/api.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { pollDelay } from './import.rules.ts'

export type Sample = Answer<'GET /api/imports/:id/sample'>
type Reading = Sent<'POST /api/imports/:id/read'>['body']

export const sampleQuery = (view: Pick<ImportView, 'id' | 'status'>) =>
  queryOptions({
    // Read again it is another one.
    queryKey: ['orders', 'import', view.id, 'sample', view.status],
    queryFn: ({ signal }) => api('GET /api/imports/:id/sample', { params: { id: view.id }, signal }),
  })

/** Reads the files in another way; the page then follows the reading. */
export function useReadAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Reading) => api('POST /api/imports/:id/read', { params: { id }, body }),
    onSuccess: async (view: ImportView) => {
      client.removeQueries({ queryKey: ['orders', 'import', id] })
      client.setQueryData(importQuery(id).queryKey, view)
      await client.invalidateQueries({ queryKey: ['orders', 'imports'] })
    },
  })
}

export const useImportFile = (id: string) =>
  useMutation({
    mutationFn: async (position: number) =>
      saveFile(
        await download('GET /api/imports/:id/files/:position', {
          params: { id, position: String(position) },
        }),
      ),
  })

export const useTemplate = () =>
  useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') =>
      saveFile(await download('GET /api/import-template', { query: { format } })),
  })

export type ChangeRow = Answer<'GET /api/imports/:id/changes'>['items'][number]
type ChangeKind = ChangeRow['kind']
export type Decision = ChangeRow['decision']
export type ChangeFilter = ChangeKind | 'touched' | 'held' | 'all'

const filters: Readonly<
  Record<ChangeFilter, { kind?: string; touched?: 'true'; decision?: 'hold' | 'accept' }>
> = {
  all: { kind: 'added,changed,removed' },
  added: { kind: 'added' },
  changed: { kind: 'changed' },
  removed: { kind: 'removed' },
  same: { kind: 'same' },
  touched: { touched: 'true' },
  held: { kind: 'added,changed,removed', decision: 'hold' },
}

export const changesQuery = (id: string, filter: ChangeFilter, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', 'import', id, 'changes', filter, page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/imports/:id/changes', {
        params: { id },
        query: { ...filters[filter], page, pageSize },
        signal,
      }),
    placeholderData: (before) => before,
  })

/** Rows named, or all of a filter. */
export interface DecisionInput {
  readonly decision: Decision
  readonly changeIds?: string[]
  readonly kinds?: ChangeKind[]
  readonly touched?: boolean
}

/** A change of what will be written: refreshes the import and its rows. */
function useRevisionMutation<DecisionInput>(id: string, act: (input: DecisionInput) => Promise<ImportView>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (view: ImportView) => client.setQueryData(importQuery(id).queryKey, view),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders', 'import', id] }),
  })
}

export const useDecide = (id: string) =>
  useRevisionMutation(id, (input: DecisionInput) =>
    api('POST /api/imports/:id/decisions', { params: { id }, body: { ...input } }),
  )

export const useCompare = (id: string) =>
  useRevisionMutation(id, (body: Sent<'POST /api/imports/:id/compare'>['body']) =>
    api('POST /api/imports/:id/compare', { params: { id }, body }),
  )

export const useDecideParts = (id: string) =>
  useRevisionMutation(id, (body: Sent<'POST /api/imports/:id/part-decisions'>['body']) =>
    api('POST /api/imports/:id/part-decisions', { params: { id }, body }),
  )

export function useUndoImport(id: string) {
  const client = useQueryClient()
  return async () => {
    const view = await api('POST /api/imports/:id/undo', { params: { id } })
    client.setQueryData(importQuery(id).queryKey, view)
    void client.invalidateQueries({ queryKey: ['orders'] })
  }
}

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
