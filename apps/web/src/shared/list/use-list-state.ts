import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../session.ts'
import { sessionStore } from '../storage.ts'
import { lastSearch, type ListKey, type ListQuery, ownPart, storeNameOf } from './first-list-query.ts'
import {
  changeList,
  filterList,
  firstState,
  listQueryOf,
  type ListState,
  listStateOf,
  narrowedBy,
  searchOf,
} from './list-state.rules.ts'

/** A list's state and functions to change it; `Query` is the query of its endpoint. */
export interface List<Query = unknown> {
  readonly state: ListState
  /** For `api(key, { query })` and for the query key. */
  readonly query: Query
  /** Number of active restrictions: the search and each filter. */
  readonly narrowed: number
  /** Changes part of the state; every change except the page returns to the first page. */
  readonly change: (change: Partial<ListState>) => void
  /** Sets some filters; empty text or undefined removes one. */
  readonly filter: (set: Readonly<Record<string, string | undefined>>) => void
  /** Back to the initial state: no search, filters or sorting. */
  readonly reset: () => void
  /** Neither the URL nor this browser tab has a state, and nothing was changed: a view may be applied. */
  readonly isFresh: boolean
}

/**
 * State of a list in the URL. A URL without state takes the last state of the list in this browser tab; `reset`
 * deletes that.
 * @param key the list's endpoint, which types its filters and its query
 * @param filterNames names of the list's filters; keep the array outside the component
 */
export function useListState<K extends ListKey>(
  key: K,
  filterNames: readonly (keyof ListQuery<K> & string)[],
): List<ListQuery<K>> {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const userId = useSession(({ user }) => user?.id ?? '')
  const storeName = storeNameOf(userId, key, pathname)
  const initial = ownPart(search, filterNames)
  // Read during rendering: the list never requests or shows rows of a state that it is about to leave.
  const [changes, setChanges] = useState(0)
  const [isFresh, setFresh] = useState(() => initial === '' && sessionStore.get(storeName) === null)
  const shown = useMemo(() => {
    // Every change is stored before the URL follows, so it is read again then.
    void changes
    return initial === '' ? lastSearch(storeName) : initial
  }, [initial, storeName, changes])
  const state = useMemo(() => listStateOf(shown, filterNames), [shown, filterNames])

  useEffect(() => {
    if (initial === shown) sessionStore.set(storeName, initial)
    else void navigate(pathname + searchOf(state, search, filterNames) + hash, { replace: true })
  }, [initial, shown, state, storeName, pathname, search, hash, filterNames, navigate])

  const go = useCallback(
    (next: ListState) => {
      // Stored before the URL changes; otherwise an emptied URL would be filled again at once.
      sessionStore.set(storeName, searchOf(next, '', filterNames))
      setChanges((now) => now + 1)
      setFresh(false)
      void navigate(pathname + searchOf(next, search, filterNames) + hash, { replace: true })
    },
    [search, filterNames, storeName, pathname, hash, navigate],
  )
  return useMemo(
    () => ({
      state,
      // The server validates values of the URL like every input.
      query: listQueryOf(state) as ListQuery<K>,
      narrowed: narrowedBy(state),
      change: (change) => go(changeList(state, change)),
      filter: (set) => go(filterList(state, set)),
      reset: () => go({ ...firstState, pageSize: state.pageSize }),
      isFresh,
    }),
    [state, go, isFresh],
  )
}
