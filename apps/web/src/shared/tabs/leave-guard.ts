import { create } from 'zustand'
import { tabsNow } from './tabs-store.ts'
import { type Tab, unsavedTabs } from './tabs.rules.ts'

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
