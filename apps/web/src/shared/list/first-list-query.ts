import type { Api } from '@cloud-factory/contract/api'
import type { EndpointKey } from '@cloud-factory/contract/endpoint'
import type { Sent } from '../api.ts'
import { useSession } from '../session.ts'
import { sessionStore } from '../storage.ts'
import { listQueryOf, listStateOf, searchOf } from './list-state.rules.ts'

export type ListKey = keyof Api & EndpointKey & `GET ${string}`
export type ListQuery<K extends ListKey> = NonNullable<Sent<K>['query']>

/** Where this browser tab stores the last state of a list. */
export const storeNameOf = (userId: string, key: ListKey, pathname: string): string =>
  `list.${userId}.${key}.${pathname}`

/** The part of a URL's query that belongs to its list; empty: none. */
export const ownPart = (search: string, filterNames: readonly string[]): string =>
  searchOf(listStateOf(search, filterNames), '', filterNames)

/** Deletes the stored states of the lists of a page. */
export const forgetLists = (userId: string, pathname: string): void =>
  sessionStore.removeWhere((name) => name.startsWith(`list.${userId}.`) && name.endsWith(`.${pathname}`))

export function lastSearch(storeName: string): string {
  const last = sessionStore.get(storeName)
  return typeof last === 'string' ? last : ''
}

/** The query that a list will send, by the rules of `useListState`; its page need not be loaded. */
export function firstListQuery<K extends ListKey>(
  key: K,
  pathname: string,
  filterNames: readonly (keyof ListQuery<K> & string)[],
): ListQuery<K> {
  const userId = useSession.getState().user?.id ?? ''
  const initial = location.pathname === pathname ? ownPart(location.search, filterNames) : ''
  const shown = initial === '' ? lastSearch(storeNameOf(userId, key, pathname)) : initial
  // The server validates values of the URL like every input.
  return listQueryOf(listStateOf(shown, filterNames)) as ListQuery<K>
}
