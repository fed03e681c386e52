import type { ViewList } from '@cloud-factory/domain/views/view-lists'
import type { SavedView } from '@cloud-factory/contract/views/views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api.ts'
import type { ColumnFacts } from './columns.rules.ts'
import { usePreference } from './preferences.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'
import { stateOfView } from './views.rules.ts'

export interface Views {
  readonly list: ViewList
  readonly items: readonly SavedView[]
  /** The open view; null: none, or it no longer exists. */
  readonly active: SavedView | null
  /** Id of the view that opens by default; empty: none. */
  readonly defaultId: string
  readonly makeDefault: (id: string | null) => void
  readonly open: (view: SavedView) => void
  /** Loads them: until then they are known only where one is shown or opens by default. */
  readonly load: () => void
  /** Reloads the views. */
  readonly refresh: () => Promise<void>
}

/** Input of the menu of saved views. */
export interface ViewMenuProps {
  readonly views: Views
  readonly list: List
  readonly columns: Columns<ColumnFacts>
}

/** Saved views of a list; null when it has none. The user's default view opens when the URL requests nothing else. */
export function useViews(name: ViewList | undefined, list: List): Views | null {
  const client = useQueryClient()
  const queryKey = ['me', 'views', name]
  const [isRequested, setRequested] = useState(false)
  const load = useCallback(() => setRequested(true), [])
  const [stored, storeDefault] = usePreference(`view.${name ?? 'none'}`)
  const defaultId = typeof stored === 'string' ? stored : ''
  const { data } = useQuery({
    queryKey,
    enabled: name !== undefined && (isRequested || defaultId !== '' || list.state.view !== ''),
    staleTime: 60_000,
    queryFn: ({ signal }) => api('GET /api/me/views', { query: { list: name ?? 'orders' }, signal }),
  })
  const items = data?.items ?? []
  const atFirst = list.isFresh ? items.find(({ id }) => id === defaultId) : undefined
  useEffect(() => {
    if (atFirst !== undefined) list.change(stateOfView(atFirst.query, atFirst.id))
  }, [atFirst, list])
  if (name === undefined) return null
  return {
    list: name,
    items,
    active: items.find(({ id }) => id === list.state.view) ?? null,
    defaultId,
    makeDefault: storeDefault,
    open: (view) => list.change(stateOfView(view.query, view.id)),
    load,
    refresh: () => client.invalidateQueries({ queryKey }),
  }
}
