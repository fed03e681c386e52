import { type Permission, type PermissionRule, satisfies } from '@cloud-factory/domain/identity/permissions'
import { matchPath } from 'react-router'
import type { PageRoute } from './page-route.ts'

export interface Found {
  readonly route: PageRoute
  /** From the outermost group to the route itself. */
  readonly chain: readonly PageRoute[]
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface MenuNode {
  readonly path: string
  readonly titleKey: string
  readonly icon: PageRoute['icon']
  /** Empty: a leaf. */
  readonly children: readonly MenuNode[]
}

/**
 * Routes of a role. The role is always `admin`, which has all routes: permission tags decide what
 * is shown and opened.
 */
export const generateRoutes = (routes: readonly PageRoute[], role: 'admin'): readonly PageRoute[] =>
  role === 'admin' ? routes : []

/** The route of a path; fixed paths take precedence over paths with params. Null: no route. */
export function findRoute(routes: readonly PageRoute[], pathname: string): Found | null {
  const { fixed, withParams } = branchesOf(routes)
  const own = fixed.get(pathname.replace(/(?!^)\/+$/, '').toLowerCase())
  if (own !== undefined) return { ...own, params: {} }
  for (const branch of withParams) {
    const match = matchPath({ path: branch.route.path, end: true }, pathname)
    if (match !== null) return { ...branch, params: match.params }
  }
  return null
}

type Branch = Pick<Found, 'route' | 'chain'>

interface Branches {
  readonly all: readonly Branch[]
  /** By path, in lower case. */
  readonly fixed: ReadonlyMap<string, Branch>
  readonly withParams: readonly Branch[]
}

const knownBranches = new WeakMap<readonly PageRoute[], Branches>()

/** All routes of a tree. They are looked up several times at every navigation. */
function branchesOf(routes: readonly PageRoute[]): Branches {
  const known = knownBranches.get(routes)
  if (known !== undefined) return known
  const all = routes.flatMap((route) => branchesBelow(route, []))
  const isFixed = ({ route }: Branch) => !/[:*]/.test(route.path)
  const branches = {
    all,
    // Of two with the same path the outer one counts.
    fixed: new Map(
      all
        .filter(isFixed)
        .toReversed()
        .map((one) => [one.route.path.toLowerCase(), one] as const),
    ),
    withParams: all.filter((one) => !isFixed(one)),
  }
  knownBranches.set(routes, branches)
  return branches
}

/**
 * The canonical path of a page: no empty segments, no unnecessary escapes, upper and lower case as
 * in its route. Each page then has only one tab.
 */
export function normalPath(routes: readonly PageRoute[], pathname: string): string {
  const plain = `/${pathname
    .replace(/%[0-9a-f]{2}/gi, unescaped)
    .split('/')
    .filter(Boolean)
    .join('/')}`
  const parts = plain.split('/')
  const fixed = findRoute(routes, plain)?.route.path.split('/') ?? parts
  return fixed.map((part, at) => (part.startsWith(':') ? parts[at] : part)).join('/')
}

/** Parameters of addresses that had another name or value before; people have bookmarks. */
const renamed: readonly (readonly [old: RegExp, now: string])[] = [
  [/([?&]part=)batches(?=&|$)/, '$1productionLots'],
  [/([?&]part=)outages(?=&|$)/, '$1outOfService'],
  [/([?&])batchId=/, '$1productionLotId='],
]

/** The query of an address with today's names. */
export const normalSearch = (search: string): string =>
  renamed.reduce((text, [old, now]) => text.replace(old, now), search)

/**
 * Unescapes characters that are safe in every address. All others stay escaped because unescaping
 * would change their meaning.
 */
function unescaped(sign: string): string {
  const letter = String.fromCharCode(Number.parseInt(sign.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : sign.toUpperCase()
}

function branchesBelow(route: PageRoute, above: readonly PageRoute[]): readonly Branch[] {
  const chain = [...above, route]
  return [{ route, chain }, ...(route.children ?? []).flatMap((child) => branchesBelow(child, chain))]
}

/** Whether tags permit a route and every group that contains it. */
export const routeAllowed = (chain: readonly PermissionRule[], tags: readonly string[]): boolean =>
  chain.every((rule) => satisfies(tags, rule))

/**
 * Redirect target of an address: null for a page; for a group its `redirect` if that is permitted,
 * otherwise its first permitted page.
 */
export function landingOf(
  { redirect, page, children = [] }: PageRoute,
  tags: readonly string[],
): string | null {
  if (page !== undefined) return null
  const named = children.find(({ path }) => path === redirect)
  if (redirect !== undefined && (named === undefined || satisfies(tags, named))) return redirect
  return children.find((child) => child.hidden !== true && satisfies(tags, child))?.path ?? '/401'
}

/** People with one of these tags do the daily work; the menu of all others is an overview. */
const handsOn: readonly Permission[] = [
  'order.edit',
  'order.import',
  'order.report',
  'order.ship',
  'production.edit',
  'purchase.edit',
  'quality.inspect',
  'quality.standards',
  'equipment.edit',
  'equipment.maintain',
]

/** Whether a permitted page belongs to the work of a person. */
function isWorkOf({ workOf, overview = false }: PageRoute, tags: readonly string[]): boolean {
  const has = (tag: Permission) => tags.includes(tag)
  return workOf === undefined || workOf.some(has) || (overview && !handsOn.some(has))
}

/**
 * The sidebar: routes that are permitted, not hidden, and the person's work. A group with one visible child is replaced by that
 * child, unless `alwaysShow` is set or the child has children itself. A group without children is a
 * leaf that links to its own path.
 */
export function menuOf(routes: readonly PageRoute[], tags: readonly string[]): readonly MenuNode[] {
  return routes.flatMap((route) => menuNode(route, tags) ?? [])
}

function menuNode(route: PageRoute, tags: readonly string[]): MenuNode | null {
  if (route.hidden === true || !satisfies(tags, route) || !isWorkOf(route, tags)) return null
  const children = menuOf(route.children ?? [], tags)
  // None of the group's pages is left: hide the group.
  if (children.length === 0 && hasVisibleChild(route)) return null
  return onlyLeaf(route, children) ?? nodeOf(route, children)
}

const hasVisibleChild = ({ children = [] }: PageRoute): boolean =>
  children.some(({ hidden }) => hidden !== true)

function onlyLeaf(route: PageRoute, children: readonly MenuNode[]): MenuNode | null {
  const [only, ...more] = children
  if (only === undefined || more.length > 0 || only.children.length > 0 || route.alwaysShow === true)
    return null
  return { ...only, icon: only.icon ?? route.icon }
}

/** Addresses in a person's menu, from top to bottom. */
export function menuPaths(routes: readonly PageRoute[], tags: readonly string[]): readonly string[] {
  const leaves = (nodes: readonly MenuNode[]): readonly string[] =>
    nodes.flatMap(({ path, children }) => (children.length === 0 ? [path] : leaves(children)))
  return leaves(menuOf(routes, tags))
}

/** The pages in a person's menu and those of the records in them: what they will open soon. */
export function usualPages(
  routes: readonly PageRoute[],
  tags: readonly string[],
): readonly NonNullable<PageRoute['page']>[] {
  const inMenu = new Set(menuPaths(routes, tags))
  return branchesOf(routes).all.flatMap(({ route: { path, activeMenu, page }, chain }) =>
    page !== undefined && inMenu.has(activeMenu ?? path) && routeAllowed(chain, tags) ? [page] : [],
  )
}

const nodeOf = ({ path, titleKey, icon }: PageRoute, children: readonly MenuNode[]): MenuNode | null =>
  titleKey === undefined ? null : { path, titleKey, icon, children }

/** Page and section of the user guide for a route. */
export const guideOf = ({ chain }: Pick<Found, 'chain'>): string =>
  chain.findLast(({ guide }) => guide !== undefined)?.guide ?? 'README'

export interface Crumb {
  readonly titleKey: string
  /** Null: plain text. */
  readonly path: string | null
}

/**
 * Breadcrumbs of a path: its groups and page, preceded by the dashboard except on the dashboard
 * itself.
 */
export function crumbsOf(found: Found | null): readonly Crumb[] {
  const titled = (found?.chain ?? []).flatMap(({ titleKey, path, redirect }) =>
    titleKey === undefined ? [] : [{ titleKey, path: redirect ?? path }],
  )
  // A group that redirects to its only page would repeat the same title.
  const distinct = titled.filter(({ titleKey }, at) => titleKey !== titled[at + 1]?.titleKey)
  const isHome = distinct[0]?.titleKey === 'dashboard'
  const crumbs = isHome ? distinct : [{ titleKey: 'dashboard', path: '/dashboard' }, ...distinct]
  return crumbs.map((crumb, at) => (at === crumbs.length - 1 ? { ...crumb, path: null } : crumb))
}

/** Pages of the tree, without groups. */
export function pagesOf(routes: readonly PageRoute[]): readonly PageRoute[] {
  return routes.flatMap((route) => [
    ...(route.page === undefined ? [] : [route]),
    ...pagesOf(route.children ?? []),
  ])
}

/** Pages without params that the tags permit, in the menu or not: the targets of the palette. */
export function pagesFor(
  routes: readonly PageRoute[],
  tags: readonly string[],
): readonly (PageRoute & { readonly titleKey: string })[] {
  return pagesOf(routes).flatMap((route) => {
    const { titleKey, path } = route
    const chain = findRoute(routes, path)?.chain ?? []
    const reachable = titleKey !== undefined && !path.includes(':') && route.fullScreen !== true
    return reachable && routeAllowed(chain, tags) ? [{ ...route, titleKey }] : []
  })
}
