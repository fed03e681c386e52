import { create } from 'zustand'
import { api } from '../shared/api.ts'
import { useConnection } from '../shared/connection.ts'
import { isRequestFailure } from '../shared/request.ts'
import { leaveSession, onSessionElsewhere, updateUser, useSession } from '../shared/session.ts'
import { changeTabs } from '../shared/tabs/tabs-store.ts'
import { noTabs } from '../shared/tabs/tabs.rules.ts'

/** Whether nobody said who is signed in, though it was asked. */
export const usePersonUnknown = create<boolean>(() => false)

/** Asks who is signed in (name and tags may have changed since), and follows what other browser tabs do. */
export function keepUserCurrent(): () => void {
  void readUser()
  const stop = useConnection.subscribe(({ returns }, before) => {
    if (returns !== before.returns && usePersonUnknown.getState()) void readUser()
  })
  const leave = onSessionElsewhere(startOver)
  return () => {
    stop()
    leave()
  }
}

export async function readUser(): Promise<void> {
  usePersonUnknown.setState(false, true)
  try {
    updateUser(await api('GET /api/me'))
  } catch (error) {
    if (useSession.getState().user !== null) return
    if (!isRequestFailure(error) || error.state >= 500) return usePersonUnknown.setState(true, true)
    // A stored token that nobody can be found for is worth nothing.
    leaveSession()
    startOver()
  }
}

/** Log-out: the server is told, but whatever it says this browser forgets and reloads. */
export async function logOut(): Promise<void> {
  await Promise.race([
    api('POST /api/auth/logout', { quiet: true }).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 2000)),
  ])
  leaveSession()
  startOver()
}

/** Nothing of the former person stays: tabs, pages and answers go with the reload. */
export function startOver(): void {
  sessionStorage.clear()
  // Pages that are still drawn may store their list's search once more before they go.
  window.addEventListener('pagehide', () => sessionStorage.clear())
  changeTabs(() => noTabs)
  location.reload()
}
