import { create } from 'zustand'
import { api } from '../shared/api.ts'
import { useConnection } from '../shared/connection.ts'
import { isRequestFailure } from '../shared/request.ts'
import { fromStart } from '../shared/start.ts'
import { leaveSession, onSessionElsewhere, updateUser, useSession } from '../shared/session.ts'
import { forgetCopy, lockTerminal, useTerminal } from '../shared/terminal.ts'
import { changeTabs } from '../shared/tabs/tabs-store.ts'
import { noTabs } from '../shared/tabs/tabs.rules.ts'

/** True if the request for the signed-in user failed. */
export const usePersonUnknown = create<boolean>(() => false)

/**
 * Reloads the signed-in user (name and tags may have changed) and follows changes from other
 * browser tabs.
 */
export function keepUserCurrent(): () => void {
  void readUser()
  const stop = useConnection.subscribe(({ returns }, before) => {
    if (returns !== before.returns && usePersonUnknown.getState()) void readUser()
  })
  const leave = onSessionElsewhere((token) => {
    // Another window locked this terminal: here, too, the page stays for the person who comes back.
    if (token === null && useTerminal.getState() !== null) lockTerminal()
    else startOver()
  })
  return () => {
    stop()
    leave()
  }
}

export async function readUser(): Promise<void> {
  usePersonUnknown.setState(false, true)
  try {
    updateUser(await fromStart('user', () => api('GET /api/me')))
  } catch (error) {
    if (useSession.getState().user !== null) return
    if (!isRequestFailure(error) || error.state >= 500) return usePersonUnknown.setState(true, true)
    // A stored token without a user is worthless.
    leaveSession()
    startOver()
  }
}

/**
 * Logs out: notifies the server, then clears this browser's data and reloads, whatever the server
 * answers.
 */
export async function logOut(): Promise<void> {
  await Promise.race([
    api('POST /api/auth/logout', { quiet: true }).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 2000)),
  ])
  const { user } = useSession.getState()
  if (user !== null) await forgetCopy(user.id).catch(() => undefined)
  leaveSession()
  startOver()
}

/** Removes everything of the previous user: tabs, pages and responses go with the reload. */
export function startOver(): void {
  sessionStorage.clear()
  // Pages that are still rendered may store their list's search once more before unload.
  window.addEventListener('pagehide', () => sessionStorage.clear())
  changeTabs(() => noTabs)
  location.reload()
}
