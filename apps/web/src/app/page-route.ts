import type { Permission, PermissionRule } from '@cloud-factory/domain/identity/permissions'
import type { ComponentType } from 'react'
import { loadWords } from '../shared/i18n/i18n.ts'
import { lazyThemed } from '../shared/theme/lazy-themed.tsx'
import { type LazyComponent, lazyComponent } from '../shared/ui/lazy-component.ts'

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
  readonly page?: LazyComponent<object>
  /** Redirect target of a group's own path. */
  readonly redirect?: string
  readonly children?: readonly PageRoute[]
  /** Not in the menu. */
  readonly hidden?: boolean
  /**
   * Whose work the page is: the menu shows it to people with one of these tags. All others who may
   * view it reach it by links and by the palette.
   */
  readonly workOf?: readonly Permission[]
  /** Also in the menu of people who only view and decide, such as managers and visitors. */
  readonly overview?: boolean
  /** Shown as a submenu even with a single child. */
  readonly alwaysShow?: boolean
  /** Path of the menu entry to highlight instead of the page's own. */
  readonly activeMenu?: string
  /** Page of the user guide, with the section about this page: `people#roles`; otherwise that of its group. */
  readonly guide?: string
  /** Pinned tab. */
  readonly affix?: boolean
  /** Rebuilt at every visit. */
  readonly noCache?: boolean
  /** Without sidebar, top bar and tabs. */
  readonly fullScreen?: boolean
}

/**
 * A page loaded at the first visit, together with its dictionary, that of lists, and Ant Design: `lazyPage(async ()
 * => (await import('./orders.page.tsx')).OrdersPage, 'orders')`.
 */
export const lazyPage = (
  load: () => Promise<ComponentType>,
  ...namespaces: string[]
): LazyComponent<object> => lazyThemed(withWords(load, [...namespaces, 'views']))

/**
 * A page that does not wait for Ant Design: it does not use it, or shows its main content before
 * it.
 */
export const lazyPlainPage = (
  load: () => Promise<ComponentType>,
  ...namespaces: string[]
): LazyComponent<object> => lazyComponent(withWords(load, namespaces))

/** The same for a page of lists: with their dictionary. */
export const lazyListPage = (
  load: () => Promise<ComponentType>,
  ...namespaces: string[]
): LazyComponent<object> => lazyPlainPage(load, ...namespaces, 'views')

function withWords(load: () => Promise<ComponentType>, namespaces: readonly string[]) {
  return async () => {
    const [page] = await Promise.all([load(), loadWords(...namespaces)])
    return page
  }
}
