import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'
import { importQuery } from './imports.queries.ts'

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
function useRevisionMutation<DecisionInput>(id: string, act: (asked: DecisionInput) => Promise<ImportView>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (view: ImportView) => client.setQueryData(importQuery(id).queryKey, view),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders', 'import', id] }),
  })
}

export const useDecide = (id: string) =>
  useRevisionMutation(id, (asked: DecisionInput) =>
    api('POST /api/imports/:id/decisions', { params: { id }, body: { ...asked } }),
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
