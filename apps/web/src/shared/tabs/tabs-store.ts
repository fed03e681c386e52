import { create } from 'zustand'
import { noTabs, type Tabs } from './tabs.rules.ts'

/** The open tabs of this browser tab. Only `changeTabs` changes them, with the functions of `tabs.rules.ts`. */
export const useTabs = create<Tabs>(() => noTabs)

export const tabsNow = (): Tabs => useTabs.getState()

export function changeTabs(change: (tabs: Tabs) => Tabs): void {
  const now = useTabs.getState()
  const next = change(now)
  if (next !== now) useTabs.setState(next, true)
}
