import { createContext, useCallback, useContext, useEffect, useId } from 'react'
import { useNavigate } from 'react-router'
import { areCovered } from './cover.ts'
import { canLeave, changeTabs, tabsNow } from './tabs-store.ts'
import { close, markUnsaved, retitle } from './tabs.rules.ts'

/** Id of the page's tab; empty outside the tabs. */
export const TabId = createContext('')

/** Sets the tab's title to that of its record; undefined while unknown. */
export function useTabTitle(title: string | undefined): void {
  const id = useContext(TabId)
  useEffect(() => {
    if (title !== undefined) changeTabs((tabs) => retitle(tabs, id, title))
  }, [id, title])
}

/** Marks this page or form as unsaved: the tab gets a dot, and closing it asks first. */
export function useDirty(isDirty: boolean): void {
  const id = useContext(TabId)
  const form = useId()
  useEffect(() => {
    changeTabs((tabs) => markUnsaved(tabs, id, form, isDirty))
    return () => {
      // Effects of a hidden page end too, but its work is still unsaved: only parts that leave the visible page are
      // clean.
      changeTabs((tabs) => (tabs.current === id && !areCovered() ? markUnsaved(tabs, id, form, false) : tabs))
    }
  }, [id, form, isDirty])
}

/**
 * Closes the page's own tab and goes to `to`, or to the last remaining tab: 'save and close', 'back to the list'.
 * `force` when the work has just been saved.
 */
export function useCloseTab(): (way?: { readonly to?: string; readonly force?: boolean }) => Promise<void> {
  const id = useContext(TabId)
  const navigate = useNavigate()
  return useCallback(
    async ({ to, force = false } = {}) => {
      if (!force && !(await canLeave([id]))) return
      const { tabs, go } = close(tabsNow(), id)
      const back = to === undefined ? undefined : tabs.list.find((tab) => tab.id === to)?.fullPath
      changeTabs(() => tabs)
      const target = back ?? to ?? go
      if (target !== null) await navigate(target)
    },
    [id, navigate],
  )
}
