import { create } from 'zustand'
import { useSession } from './session.ts'

interface Waiting {
  readonly open: boolean
}

/** Whether the sign-in dialog is open over the page. */
export const useSignInAgain = create<Waiting>(() => ({ open: false }))

let waiting: ((signedIn: boolean) => void)[] = []

/**
 * Waits until the person has signed in again over the page.
 * @returns true when the request may be repeated with the new token, false when the person cancelled.
 */
export function signedInAgain(endedToken: string): Promise<boolean> {
  if (useSession.getState().token !== endedToken) return Promise.resolve(useSession.getState().token !== null)
  useSignInAgain.setState({ open: true })
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and lets every waiting request continue or fail. */
export function settleSignIn(signedIn: boolean): void {
  useSignInAgain.setState({ open: false })
  const resolvers = waiting
  waiting = []
  for (const resolve of resolvers) resolve(signedIn)
}
