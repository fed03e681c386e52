import type { Api } from '@cloud-factory/contract/api'
import type { EndpointKey } from '@cloud-factory/contract/endpoint'
import type { Sent } from '../api.ts'
import { useSession } from '../session.ts'
import { sessionStore } from '../storage.ts'
import { listQueryOf, listStateOf, searchOf } from './list-state.rules.ts'

export type ListKey = keyof Api & EndpointKey & `GET ${string}`
export type ListQuery<K extends ListKey> = NonNullable<Sent<K>['query']>

/** Where this browser tab keeps the state that a list was last left with. */
export const storeNameOf = (userId: string, key: ListKey, pathname: string): string =>
  `list.${userId}.${key}.${pathname}`

/** What an address says of its list; empty when nothing. */
export const ownPart = (search: string, filterNames: readonly string[]): string =>
  searchOf(listStateOf(search, filterNames), '', filterNames)

/** Forgets how the lists of a page were left. */
export const forgetLists = (userId: string, pathname: string): void =>
  sessionStore.removeWhere((name) => name.startsWith(`list.${userId}.`) && name.endsWith(`.${pathname}`))

export function lastSearch(storeName: string): string {
  const last = sessionStore.get(storeName)
  return typeof last === 'string' ? last : ''
}

/** What a list that is about to be shown will ask for, by `useListState`'s rules: its page need not be there to ask. */
export function firstListQuery<K extends ListKey>(
  key: K,
  pathname: string,
  filterNames: readonly (keyof ListQuery<K> & string)[],
): ListQuery<K> {
  const userId = useSession.getState().user?.id ?? ''
  const given = location.pathname === pathname ? ownPart(location.search, filterNames) : ''
  const shown = given === '' ? lastSearch(storeNameOf(userId, key, pathname)) : given
  // Words of the address are judged by the server, like every input.
  return listQueryOf(listStateOf(shown, filterNames)) as ListQuery<K>
}
