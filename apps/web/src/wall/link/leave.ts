import { loginPathFor } from '../../shared/own-path.ts'
import { leaveSession, useSession } from '../../shared/session.ts'
import { settleSignIn, useSignInAgain } from '../../shared/sign-in-again.ts'
import { forgetFrames } from './frame-cache.ts'

let leaving = false

/** To the sign-in, or to the code of a TV that is to be paired: nothing of the factory stays behind. */
export function leaveForSignIn(): void {
  if (leaving) return
  leaving = true
  leaveSession()
  settleSignIn(false)
  void forgetFrames().then(() =>
    location.replace(loginPathFor(location.pathname + location.search + location.hash)),
  )
}

/** 401: the token was taken. 403: a person who may not look at screens stays signed in; a TV begins anew. */
export function failedFor(status: number): void {
  const isPerson = useSession.getState().user?.permissionTags.includes('screen.show') === false
  if (status === 403 && isPerson) location.replace('/401')
  else leaveForSignIn()
}

/** Nobody stands at a wall to type a password: a session that has ended leads to the sign-in. */
export function leaveWhenSessionEnds(): void {
  useSignInAgain.subscribe(({ open }) => {
    if (open) leaveForSignIn()
  })
}
