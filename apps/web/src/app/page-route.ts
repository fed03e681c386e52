import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'
import type { ComponentType, FunctionComponent } from 'react'
import { loadWords } from '../shared/i18n/i18n.ts'
import { fetchListParts } from '../shared/list/list-parts.ts'
import { lazyAnt } from '../shared/theme/lazy-ant.tsx'
import { lazily } from '../shared/ui/lazy-part.ts'

/** A page's component; `fetch` begins to fetch it before it is shown. */
export type Page = FunctionComponent & {
  readonly fetch: () => Promise<unknown>
  readonly isHere: () => boolean
}

/** A page, or a group of pages in the menu. The menu, the guard, the tabs, the crumbs and the palette read these. */
export interface PageRoute extends PermissionRule {
  /** The whole path: `/order/list`, `/order/detail/:id`. */
  readonly path: string
  /** Unique name; a page without one gets no tab. */
  readonly name?: string
  /** Title: key `route.<titleKey>` of the `shell` words. None: neither a menu entry nor a crumb. */
  readonly titleKey?: string
  readonly icon?: ComponentType
  /** The page; a group has none. */
  readonly page?: Page
  /** Where a group's own path leads. */
  readonly redirect?: string
  readonly children?: readonly PageRoute[]
  /** Not in the menu. */
  readonly hidden?: boolean
  /** Shown as a submenu even when it has a single child. */
  readonly alwaysShow?: boolean
  /** Path of the menu entry that is marked instead of the page's own. */
  readonly activeMenu?: string
  /** Pinned tab. */
  readonly affix?: boolean
  /** Built anew at every visit. */
  readonly noCache?: boolean
  /** Without sidebar, bar and tabs. */
  readonly fullScreen?: boolean
}

/**
 * A page fetched when first visited, together with its words and Ant Design:
 * `lazyPage(async () => (await import('./orders.page.tsx')).OrdersPage, 'orders')`.
 */
export const lazyPage = (load: () => Promise<ComponentType>, ...namespaces: string[]): Page =>
  lazyAnt(async () => {
    // They come in the library's own file: where that is waited for, a list is drawn whole.
    const [page] = await Promise.all([withWords(load, namespaces)(), fetchListParts()])
    return page
  })

/** A page that does without Ant Design, or shows what matters before it, and so does not wait for it. */
export const lazyPlainPage = (load: () => Promise<ComponentType>, ...namespaces: string[]): Page =>
  lazily(withWords(load, namespaces))

function withWords(load: () => Promise<ComponentType>, namespaces: readonly string[]) {
  return async () => {
    const [page] = await Promise.all([load(), loadWords(...namespaces)])
    return page
  }
}
