import { api } from '../shared/api.ts'
import { isRequestFailure } from '../shared/request.ts'
import { leaveSession, onSessionElsewhere, updateUser, useSession } from '../shared/session.ts'
import { changeTabs } from '../shared/tabs/tabs-store.ts'
import { noTabs } from '../shared/tabs/tabs.rules.ts'

/** Asks who is signed in (name and tags may have changed since), and follows what other browser tabs do. */
export function keepUserCurrent(): () => void {
  void readUser()
  return onSessionElsewhere(startOver)
}

async function readUser(): Promise<void> {
  try {
    updateUser(await api('GET /api/me'))
  } catch (error) {
    // A stored token that nobody can be found for is worth nothing.
    const corrupt = useSession.getState().user === null
    if (corrupt && isRequestFailure(error) && error.state < 500) {
      leaveSession()
      startOver()
    }
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
