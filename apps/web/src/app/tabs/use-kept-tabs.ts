import { useEffect, useState } from 'react'
import { usePermissionTags } from '../../shared/permission.ts'
import { forgetLists } from '../../shared/list/first-list-query.ts'
import { useSession } from '../../shared/session.ts'
import { sessionStore } from '../../shared/storage.ts'
import { changeTabs, tabsNow, useTabs } from '../../shared/tabs/tabs-store.ts'
import { restore, type Tabs, withdraw } from '../../shared/tabs/tabs.rules.ts'
import { findRoute, routeAllowed } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { forgetPage } from './page-data.ts'
import { keptTabs, tabsToRestore } from './restore-tabs.ts'

/** Tabs live as long as this browser tab, for this person: a reload brings them back. */
export function useKeptTabs(): void {
  const tags = usePermissionTags()
  useState(restoreNow)
  useEffect(() => {
    // Rights may be taken away while the tabs are open.
    changeTabs((tabs) =>
      withdraw(tabs, ({ id }) => !routeAllowed(findRoute(shellRoutes(), id)?.chain ?? [], tags)),
    )
  }, [tags])
  useEffect(() => {
    // The first page was visited before anybody listened.
    keepNow(tabsNow())
    return useTabs.subscribe((now, before) => {
      keepNow(now)
      const left = new Set(now.list.map(({ id }) => id))
      for (const { id } of before.list) if (!left.has(id)) forgetTab(id)
    })
  }, [])
}

function restoreNow(): null {
  const { user } = useSession.getState()
  const name = storeName()
  const kept = name === null ? null : sessionStore.get(name)
  changeTabs((tabs) => restore(tabs, tabsToRestore(shellRoutes(), user?.permissionTags ?? [], kept)))
  return null
}

/** A page that is opened again after its tab was closed begins as new. */
function forgetTab(id: string): void {
  forgetPage(id)
  forgetLists(useSession.getState().user?.id ?? '', id)
}

function keepNow(tabs: Tabs): void {
  const name = storeName()
  if (name !== null) sessionStore.set(name, keptTabs(tabs))
}

/** A person's own: whoever signs in next in this browser tab does not see them. */
function storeName(): string | null {
  const { user } = useSession.getState()
  return user === null ? null : `tabs.${user.id}`
}
