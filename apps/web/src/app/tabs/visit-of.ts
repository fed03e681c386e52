import type { Location } from 'react-router'
import type { Visit } from '../../shared/tabs/tabs.rules.ts'
import type { Found } from '../route-tree.ts'

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
