import { useInsertionEffect } from 'react'
import { create } from 'zustand'
import { useSession } from '../../shared/session.ts'
import { tabsNow, useTabs } from '../../shared/tabs/tabs-store.ts'
import type { Tab } from '../../shared/tabs/tabs.rules.ts'
import { free } from '../../shared/free.ts'
import { forgetFailures } from '../../shared/ui/lazy-component.ts'
import { findRoute, menuPaths, routeAllowed } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { fetchAnswers } from './page-data.ts'
import { visitOf } from './restore-tabs.ts'

/** A page that is built before somebody opens it, and hidden like the pages of other tabs. */
export interface PageAhead {
  readonly tab: Tab
  /** Another build than the one that is shown: it only finds out which data the page asks for. */
  readonly isDraft: boolean
}

/** Each costs one to two megabytes. */
const maxPages = 4

export const usePagesAhead = create<readonly PageAhead[]>(() => [])

const change = (apply: (pages: readonly PageAhead[]) => readonly PageAhead[]) =>
  usePagesAhead.setState(apply(usePagesAhead.getState()), true)

/** What waits until a page has been rendered, by id of its tab. */
const builds = new Map<string, () => void>()

/** Discards the pages with these ids. */
export function dropPagesAhead(isGone: (id: string) => boolean): void {
  if (usePagesAhead.getState().some(({ tab }) => isGone(tab.id)))
    change((pages) => pages.filter(({ tab }) => !isGone(tab.id)))
  for (const [id, end] of builds) if (isGone(id)) end()
}

/** From now on the page belongs to its tab. */
export const handOver = (opened: string): void => dropPagesAhead((id) => id === opened)

const isBuilt = (path: string): boolean => {
  const { current, alive, list } = tabsNow()
  const isAlive = alive.includes(path) && list.some(({ id, noCache }) => id === path && !noCache)
  return isAlive || current === path || usePagesAhead.getState().some(({ tab }) => tab.id === path)
}

/** Says that the page before it has been rendered. In a hidden page no other effects run. */
export function Built({ id }: { readonly id: string }) {
  useInsertionEffect(() => builds.get(id)?.(), [id])
  return null
}

/** The page of a path and its tab; null unless it may be built. */
function pageToBuild(path: string) {
  const { chain = [], route } = findRoute(shellRoutes(), path) ?? {}
  if (route?.page === undefined || !routeAllowed(chain, tagsNow()) || isBuilt(path)) return null
  const visited = visitOf({ route }, { pathname: path, search: '', hash: '' })
  const round = tabsNow().list.find(({ id }) => id === path)?.round ?? 0
  return visited === null ? null : { load: route.page.load, tab: { ...visited, title: null, round } }
}

/** Builds the page of a path unless it is there: once to find out which data it asks for, and then with them. */
async function buildAhead(path: string): Promise<void> {
  await pageToBuild(path)?.load()
  const { tab } = pageToBuild(path) ?? {}
  if (tab === undefined) return
  const draft = { tab, isDraft: true }
  const rendered = new Promise<void>((resolve) => builds.set(path, resolve))
  const [oldest, ...others] = usePagesAhead.getState()
  if (others.length >= maxPages - 1) dropPagesAhead((id) => id === oldest?.tab.id)
  change((pages) => [...pages, draft])
  await rendered
  builds.delete(path)
  await fetchAnswers(path)
  change((pages) => pages.map((page) => (page === draft ? { tab, isDraft: false } : page)))
}

const tagsNow = (): readonly string[] => useSession.getState().user?.permissionTags ?? []

/** Whether to fetch what nobody has opened yet: not on phones, nor for people who save on what they transfer. */
export const isWorthwhile = (): boolean =>
  matchMedia('(min-width: 992px)').matches &&
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData !== true

/** Home and the list that a person's menu begins with. */
const firstPages = 2
/** Time without a change of the page, ms. */
const quietFor = 1500

/**
 * Builds the first pages of the menu while a page has been open for a while, and the one whose entry the pointer is over.
 * Returns a function that ends it.
 */
export function keepPagesAhead(): () => void {
  if (!isWorthwhile()) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  // One after the other: a machine has other things to do.
  let last = Promise.resolve()
  const build = (path: string) => {
    // Without the server, the page is loaded again when it is opened.
    last = last
      .then(() => free())
      .then(() => buildAhead(path))
      .catch(forgetFailures)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => menuPaths(shellRoutes(), tagsNow()).slice(0, firstPages).forEach(build),
      quietFor,
    )
  }
  const onPointer = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('.sidebar a[href]') : null
    if (link !== null) void buildAhead(link.getAttribute('href') ?? '').catch(forgetFailures)
  }
  later()
  const stop = useTabs.subscribe((now, before) => now.current !== before.current && later())
  document.addEventListener('pointerover', onPointer)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('pointerover', onPointer)
    dropPagesAhead(() => true)
  }
}
