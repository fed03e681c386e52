import { create } from 'zustand'
import { type Tab, unsavedTabs, noTabs, type Tabs } from './tabs.rules.ts'

interface Question {
  /** Tabs whose unsaved work would be lost; empty: no question. */
  readonly tabs: readonly Tab[]
  readonly answer: (leave: boolean) => void
}

const silent: Question = { tabs: [], answer: () => undefined }

/** The question about unsaved work; the layout shows it as a dialog. */
export const useLeaveQuestion = create<Question>(() => silent)

/**
 * Asks before unsaved work is discarded, with one question that names all affected tabs.
 * @param ids the tabs that would close; all by default
 * @returns true when nothing is unsaved or the user discards it
 */
export function canLeave(ids?: readonly string[]): Promise<boolean> {
  const tabs = unsavedTabs(tabsNow(), ids)
  if (tabs.length === 0) return Promise.resolve(true)
  useLeaveQuestion.getState().answer(false)
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      useLeaveQuestion.setState(silent, true)
      resolve(leave)
    }
    useLeaveQuestion.setState({ tabs, answer }, true)
  })
}

/** The open tabs of this browser tab. Only `changeTabs` changes them, with the functions of `tabs.rules.ts`. */
export const useTabs = create<Tabs>(() => noTabs)

export const tabsNow = (): Tabs => useTabs.getState()

export function changeTabs(change: (tabs: Tabs) => Tabs): void {
  const now = useTabs.getState()
  const next = change(now)
  if (next !== now) useTabs.setState(next, true)
}
