import { loginPathFor } from '../../shared/own-path.ts'
import { leaveSession, useSession } from '../../shared/session.ts'
import { settleSignIn, useSignInAgain } from '../../shared/sign-in-again.ts'
import { forgetFrames } from './frame-cache.ts'

let leaving = false

/** Redirects to the sign-in, or to the pairing code of a TV, and removes all factory data. */
export function leaveForSignIn(): void {
  if (leaving) return
  leaving = true
  leaveSession()
  settleSignIn(false)
  void forgetFrames().then(() =>
    location.replace(loginPathFor(location.pathname + location.search + location.hash)),
  )
}

/**
 * 401: the token was revoked. 403: a user without permission for screens stays signed in; a TV
 * restarts pairing.
 */
export function failedFor(status: number): void {
  const isPerson = useSession.getState().user?.permissionTags.includes('screen.show') === false
  if (status === 403 && isPerson) location.replace('/401')
  else leaveForSignIn()
}

/** Nobody is at a wall to type a password: when the session ends, redirect to the sign-in. */
export function leaveWhenSessionEnds(): void {
  useSignInAgain.subscribe(({ open }) => {
    if (open) leaveForSignIn()
  })
}
