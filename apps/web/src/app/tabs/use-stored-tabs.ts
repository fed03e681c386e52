import { useEffect, useState } from 'react'
import type { Location } from 'react-router'
import { useSession } from '../../shared/session.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { forgetLists } from '../../shared/list/first-list-query.ts'
import { sessionStore } from '../../shared/storage.ts'
import { changeTabs, tabsNow, useTabs } from '../../shared/tabs/tabs-store.ts'
import { restore, type Tabs, type Visit, visit, withdraw } from '../../shared/tabs/tabs.rules.ts'
import { type Found, findRoute, routeAllowed } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { forgetPage } from './page-data.ts'
import { dropPagesAhead } from './pages-ahead.tsx'
import { storedTabs, tabsToRestore, visitOf } from './restore-tabs.ts'

/**
 * Tabs last as long as this browser tab, per user: a reload restores them. The page that is shown first has its tab before
 * the first render, which would otherwise be followed by a second.
 */
export function useStoredTabs(found: Found, location: Location): void {
  const tags = usePermissionTags()
  useState(() => restoreNow(visitOf(found, location)))
  useEffect(() => {
    // Permissions may be revoked while tabs are open.
    const isGone = (id: string) => !routeAllowed(findRoute(shellRoutes(), id)?.chain ?? [], tags)
    changeTabs((tabs) => withdraw(tabs, (tab) => isGone(tab.id)))
    dropPagesAhead(isGone)
  }, [tags])
  useEffect(() => {
    // The first page was visited before the subscription.
    keepNow(tabsNow())
    return useTabs.subscribe((now, before) => {
      keepNow(now)
      const left = new Set(now.list.map(({ id }) => id))
      for (const { id } of before.list) if (!left.has(id)) forgetTab(id)
    })
  }, [])
}

function restoreNow(first: Visit | null): null {
  const { user } = useSession.getState()
  const name = storeName()
  const stored = name === null ? null : sessionStore.get(name)
  changeTabs((tabs) => {
    const restored = restore(tabs, tabsToRestore(shellRoutes(), user?.permissionTags ?? [], stored))
    return first === null ? restored : visit(restored, first)
  })
  return null
}

/** A page reopened after its tab was closed starts from scratch. */
function forgetTab(id: string): void {
  forgetPage(id)
  forgetLists(useSession.getState().user?.id ?? '', id)
}

function keepNow(tabs: Tabs): void {
  const name = storeName()
  if (name !== null) sessionStore.set(name, storedTabs(tabs))
}

/** One entry per user: the next user of this browser tab does not see these tabs. */
function storeName(): string | null {
  const { user } = useSession.getState()
  return user === null ? null : `tabs.${user.id}`
}
