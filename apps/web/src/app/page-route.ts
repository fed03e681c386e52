import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'
import type { ComponentType, FunctionComponent } from 'react'
import { loadWords } from '../shared/i18n/i18n.ts'
import { fetchListParts } from '../shared/list/list-parts.ts'
import { lazyAnt } from '../shared/theme/lazy-ant.tsx'
import { lazily } from '../shared/ui/lazy-part.ts'

/** A page's component; `fetch` starts loading it before it is shown. */
export type Page = FunctionComponent & {
  readonly fetch: () => Promise<unknown>
  readonly isHere: () => boolean
}

/**
 * A page, or a group of pages in the menu. Used by the menu, the guard, the tabs, the breadcrumbs
 * and the palette.
 */
export interface PageRoute extends PermissionRule {
  /** Full path: `/order/list`, `/order/detail/:id`. */
  readonly path: string
  /** Unique name; a page without one gets no tab. */
  readonly name?: string
  /**
   * Title: key `route.<titleKey>` of the `shell` dictionary. Without it, the route has neither a
   * menu entry nor a breadcrumb.
   */
  readonly titleKey?: string
  readonly icon?: ComponentType
  /** The page; undefined for a group. */
  readonly page?: Page
  /** Redirect target of a group's own path. */
  readonly redirect?: string
  readonly children?: readonly PageRoute[]
  /** Not in the menu. */
  readonly hidden?: boolean
  /** Shown as a submenu even with a single child. */
  readonly alwaysShow?: boolean
  /** Path of the menu entry to highlight instead of the page's own. */
  readonly activeMenu?: string
  /** Pinned tab. */
  readonly affix?: boolean
  /** Rebuilt at every visit. */
  readonly noCache?: boolean
  /** Without sidebar, top bar and tabs. */
  readonly fullScreen?: boolean
}

/**
 * A page loaded at the first visit, together with its dictionary and Ant Design: `lazyPage(async ()
 * => (await import('./orders.page.tsx')).OrdersPage, 'orders')`.
 */
export const lazyPage = (load: () => Promise<ComponentType>, ...namespaces: string[]): Page =>
  lazyAnt(async () => {
    // The dictionaries of Ant Design are in its own file: waiting for it lets a list render in one
    // pass.
    const [page] = await Promise.all([withWords(load, namespaces)(), fetchListParts()])
    return page
  })

/**
 * A page that does not wait for Ant Design: it does not use it, or shows its main content before
 * it.
 */
export const lazyPlainPage = (load: () => Promise<ComponentType>, ...namespaces: string[]): Page =>
  lazily(withWords(load, namespaces))

function withWords(load: () => Promise<ComponentType>, namespaces: readonly string[]) {
  return async () => {
    const [page] = await Promise.all([load(), loadWords(...namespaces)])
    return page
  }
}
