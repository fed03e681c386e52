import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { canLeave, changeTabs, tabsNow, useTabs } from '../../shared/tabs/tabs-store.ts'
import { close, closeAll, type Closed, closeOthers, type Tabs } from '../../shared/tabs/tabs.rules.ts'

/** Actions on tabs. Actions that discard unsaved work ask first. */
export function useTabActions() {
  const navigate = useNavigate()
  return useMemo(() => {
    const shut = async (closing: (tabs: Tabs) => Closed) => {
      const left = new Set(closing(tabsNow()).tabs.list.map(({ id }) => id))
      const going = tabsNow()
        .list.map(({ id }) => id)
        .filter((id) => !left.has(id))
      if (!(await canLeave(going))) return
      const { tabs, go } = closing(tabsNow())
      // Navigate first: otherwise the tab of the current page would be reopened at once.
      if (go !== null) {
        await navigate(go)
        await away(going)
      }
      changeTabs((now) => (go === null ? tabs : closing(now).tabs))
    }
    return {
      close: (id: string) => shut((tabs) => close(tabs, id)),
      closeOthers: (id: string) => shut((tabs) => closeOthers(tabs, id)),
      closeAll: () => shut(closeAll),
      refresh: async (id: string) => {
        const tab = tabsNow().list.find((candidate) => candidate.id === id)
        if (tab === undefined || !(await canLeave([id]))) return
        await navigate(`/redirect${tab.fullPath}`, { replace: true })
      },
    }
  }, [navigate])
}

/** Longest wait for a page to render, ms. */
const timeout = 2000

/**
 * Resolves when none of these tabs is the current page any more; the address changes before the
 * page does.
 */
const away = (ids: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const isThere = () => ids.includes(tabsNow().current ?? '')
    if (!isThere()) return resolve()
    const finish = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = useTabs.subscribe(() => !isThere() && finish())
    const timer = setTimeout(finish, timeout)
    return undefined
  })
