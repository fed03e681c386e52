import type { Location } from 'react-router'
import type { Visit, Tabs } from '../../shared/tabs/tabs.rules.ts'
import { type Found, findRoute, normalPath, pagesOf, routeAllowed } from '../route-tree.ts'
import type { PageRoute } from '../page-route.ts'

/** The tab of a visited address; null for routes without a name. */
export function visitOf(
  { route }: Pick<Found, 'route'>,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): Visit | null {
  if (route.name === undefined) return null
  return {
    id: pathname,
    fullPath: pathname + search + hash,
    name: route.name,
    titleKey: route.titleKey ?? route.name,
    affix: route.affix === true,
    noCache: route.noCache === true,
  }
}

/** State of a tab that survives a reload. */
interface StoredTab {
  readonly fullPath: string
  readonly title: string | null
}

export const storedTabs = (tabs: Tabs): readonly StoredTab[] =>
  tabs.list.filter(({ affix }) => !affix).map(({ fullPath, title }) => ({ fullPath, title }))

/** Pinned pages first, then the stored tabs whose pages still exist and are still permitted. */
export function tabsToRestore(
  routes: readonly PageRoute[],
  tags: readonly string[],
  stored: unknown,
): readonly (Visit & { readonly title: string | null })[] {
  const pinned = pagesOf(routes).filter(({ affix }) => affix === true)
  const addresses = [
    ...pinned.map(({ path }) => ({ fullPath: path, title: null })),
    ...(Array.isArray(stored) ? stored.filter(isStoredTab) : []),
  ]
  return addresses.flatMap(({ fullPath, title }) => {
    const url = URL.canParse(fullPath, 'http://own.invalid') ? new URL(fullPath, 'http://own.invalid') : null
    if (url !== null) url.pathname = normalPath(routes, url.pathname)
    const found = url === null ? null : findRoute(routes, url.pathname)
    if (url === null || found === null || found.route.fullScreen === true) return []
    if (found.route.page === undefined || !routeAllowed(found.chain, tags)) return []
    const visited = visitOf(found, url)
    return visited === null ? [] : [{ ...visited, title }]
  })
}

function isStoredTab(value: unknown): value is StoredTab {
  const tab = value as Partial<StoredTab> | null
  return (
    typeof tab?.fullPath === 'string' &&
    tab.fullPath.startsWith('/') &&
    (tab.title === null || typeof tab.title === 'string')
  )
}
