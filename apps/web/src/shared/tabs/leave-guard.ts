import { create } from 'zustand'
import { tabsNow } from './tabs-store.ts'
import { type Tab, unsavedTabs } from './tabs.rules.ts'

interface Question {
  /** Tabs whose unsaved work would be lost; empty = nothing is asked. */
  readonly tabs: readonly Tab[]
  readonly answer: (leave: boolean) => void
}

const silent: Question = { tabs: [], answer: () => undefined }

/** The one question about unsaved work; the layout shows it as a dialog. */
export const useLeaveQuestion = create<Question>(() => silent)

/**
 * Asks before unsaved work is thrown away: one question naming every tab concerned.
 * @param ids the tabs that would go; all when left out
 * @returns true when nothing is unsaved or the person lets it go
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
