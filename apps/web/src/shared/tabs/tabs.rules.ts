/** A visited page: one tab per path, whatever its query. */
export interface Tab {
  /** The path with its params, which identifies the tab. */
  readonly id: string
  /** Path, query and hash of the last visit: the target of a click on the tab. */
  readonly fullPath: string
  /** Route name; a route without one gets no tab. */
  readonly name: string
  readonly titleKey: string
  /** Title of the record, set by the page; null: the route's title. */
  readonly title: string | null
  /** Pinned: it cannot be closed. */
  readonly affix: boolean
  /** Built again at every visit. */
  readonly noCache: boolean
  /** Number of refreshes; a new number mounts a new page. */
  readonly round: number
}

export type Visit = Omit<Tab, 'title' | 'round'>

export interface Tabs {
  /** In display order, pinned ones first. */
  readonly list: readonly Tab[]
  readonly current: string | null
  /** Ids of mounted pages, most recently seen first. */
  readonly alive: readonly string[]
  /** Unsaved forms: tab id to form keys. */
  readonly unsaved: Readonly<Record<string, readonly string[]>>
}

/** Result of closing: the remaining tabs, and where to go; null: stay. */
export interface Closed {
  readonly tabs: Tabs
  readonly go: string | null
}

/** Maximum number of mounted pages, besides those with unsaved work. */
export const maxPages = 10

export const noTabs: Tabs = { list: [], current: null, alive: [], unsaved: {} }

export const isUnsaved = (tabs: Tabs, id: string): boolean => (tabs.unsaved[id]?.length ?? 0) > 0

/** Opens the tab of a path, or activates it with its latest query. Returns the same state when nothing changes. */
export function visit(tabs: Tabs, visited: Visit): Tabs {
  const known = tabs.list.find((tab) => tab.id === visited.id)
  if (known?.fullPath === visited.fullPath && tabs.current === visited.id) return tabs
  const list =
    known === undefined
      ? insert(tabs.list, { ...visited, title: null, round: 0 })
      : tabs.list.map((tab) => (tab === known ? { ...tab, fullPath: visited.fullPath } : tab))
  return { ...tabs, list, current: visited.id, alive: nowAlive(tabs, visited.id) }
}

/** Adds missing tabs without activating them: pinned ones at the start, others after a reload. */
export function restore(tabs: Tabs, visits: readonly (Visit & { readonly title?: string | null })[]): Tabs {
  let list = tabs.list
  for (const tab of visits) {
    if (list.some(({ id }) => id === tab.id)) continue
    list = insert(list, { ...tab, title: tab.title ?? null, round: 0 })
  }
  return list === tabs.list ? tabs : { ...tabs, list }
}

/** Closes one tab. If it was the active one, goes to the last remaining tab, or to `/`. */
export function close(tabs: Tabs, id: string): Closed {
  const tab = tabs.list.find((candidate) => candidate.id === id)
  if (tab === undefined || tab.affix) return { tabs, go: null }
  const left = keep(tabs, (other) => other.id !== id)
  return { tabs: left, go: tabs.current === id ? lastOf(left) : null }
}

/** Closes all tabs except this one and the pinned ones, and goes to this one. */
export function closeOthers(tabs: Tabs, id: string): Closed {
  const stays = tabs.list.find((tab) => tab.id === id)
  if (stays === undefined) return { tabs, go: null }
  return {
    tabs: keep(tabs, (tab) => tab.affix || tab === stays),
    go: tabs.current === id ? null : stays.fullPath,
  }
}

/**
 * Closes all tabs except the pinned ones; if the active one is closed, goes to another, so that every page has its
 * tab.
 */
export function closeAll(tabs: Tabs): Closed {
  const left = keep(tabs, (tab) => tab.affix)
  const stays = left.list.some((tab) => tab.id === tabs.current)
  return { tabs: left, go: stays ? null : lastOf(left) }
}

/** Removes tabs that are no longer permitted; the route guard handles the current one. */
export function withdraw(tabs: Tabs, gone: (tab: Tab) => boolean): Tabs {
  const left = keep(tabs, (tab) => tab.id === tabs.current || !gone(tab))
  return left.list.length === tabs.list.length ? tabs : left
}

/** Unmounts the page of a tab, so that the next visit builds it again. */
export function refresh(tabs: Tabs, id: string): Tabs {
  const list = tabs.list.map((tab) => (tab.id === id ? { ...tab, round: tab.round + 1 } : tab))
  return { ...tabs, list, unsaved: without(tabs.unsaved, (key) => key === id) }
}

/** Unmounts every page; each is built again at its next visit. */
export function refreshAll(tabs: Tabs): Tabs {
  return {
    ...tabs,
    list: tabs.list.map((tab) => ({ ...tab, round: tab.round + 1 })),
    alive: tabs.alive.filter((id) => id === tabs.current),
    unsaved: {},
  }
}

/** Moves a tab to another position; pinned and other tabs stay in their own part. */
export function move(tabs: Tabs, id: string, to: number): Tabs {
  const tab = tabs.list.find((candidate) => candidate.id === id)
  if (tab === undefined) return tabs
  const rest = tabs.list.filter((other) => other !== tab)
  const pinned = rest.filter((other) => other.affix).length
  const [low, high] = tab.affix ? [0, pinned] : [pinned, rest.length]
  const list = rest.toSpliced(Math.min(Math.max(to, low), high), 0, tab)
  return list.every((other, at) => other === tabs.list[at]) ? tabs : { ...tabs, list }
}

/** Sets a tab's title to that of its record. */
export function retitle(tabs: Tabs, id: string, title: string): Tabs {
  if (tabs.list.every((tab) => tab.id !== id || tab.title === title)) return tabs
  return { ...tabs, list: tabs.list.map((tab) => (tab.id === id ? { ...tab, title } : tab)) }
}

/** Records whether a form of a tab has unsaved work. */
export function markUnsaved(tabs: Tabs, id: string, form: string, unsaved: boolean): Tabs {
  const forms = tabs.unsaved[id] ?? []
  if (forms.includes(form) === unsaved) return tabs
  const left = unsaved ? [...forms, form] : forms.filter((other) => other !== form)
  const rest = without(tabs.unsaved, (key) => key === id)
  return { ...tabs, unsaved: left.length === 0 ? rest : { ...rest, [id]: left } }
}

/** The tabs among these that have unsaved work. */
export const unsavedTabs = (tabs: Tabs, ids?: readonly string[]): readonly Tab[] =>
  tabs.list.filter((tab) => isUnsaved(tabs, tab.id) && (ids === undefined || ids.includes(tab.id)))

/** Tabs whose page is mounted, in display order: the visible one and the hidden ones. */
export function livePages(tabs: Tabs): readonly Tab[] {
  const { current, alive } = tabs
  return tabs.list.filter(({ id, noCache }) => id === current || (alive.includes(id) && !noCache))
}

function insert(list: readonly Tab[], tab: Tab): readonly Tab[] {
  if (!tab.affix) return [...list, tab]
  return list.toSpliced(list.filter(({ affix }) => affix).length, 0, tab)
}

/** The least recently seen pages are unmounted, but never one with unsaved work. */
function nowAlive(tabs: Tabs, id: string): readonly string[] {
  const order = [id, ...tabs.alive.filter((other) => other !== id)]
  return order.filter((other, at) => at < maxPages || isUnsaved(tabs, other))
}

function keep(tabs: Tabs, stays: (tab: Tab) => boolean): Tabs {
  const list = tabs.list.filter(stays)
  const left = new Set(list.map(({ id }) => id))
  return {
    ...tabs,
    list,
    alive: tabs.alive.filter((id) => left.has(id)),
    unsaved: without(tabs.unsaved, (id) => !left.has(id)),
  }
}

const lastOf = ({ list }: Tabs): string => list.at(-1)?.fullPath ?? '/'

function without<T>(record: Readonly<Record<string, T>>, gone: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !gone(key)))
}
