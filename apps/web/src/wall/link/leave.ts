import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { inOneStep, openedWhenNeeded } from '../../shared/database.ts'
import type { Shown } from '../screen.types.ts'
import { loginPathFor } from '../../shared/own-path.ts'
import { leaveSession, useSession } from '../../shared/session.ts'
import { settleSignIn, useSignInAgain } from '../../shared/sign-in-again.ts'

/** The last frame of a screen, for a start without the server. */
interface StoredFrame {
  readonly shown: Shown
  readonly items: WallItems
  /** When it was received, server time. */
  readonly heardAt: number
  /** How far the server was ahead of this TV's clock, ms. */
  readonly ahead: number
}

const name = 'cloud-factory-wall'
const database = openedWhenNeeded({ name, build: (one) => void one.createObjectStore('frames') })

/**
 * Stores the frame of a page (`live` or `simulated`). A browser without a database shows nothing
 * after an offline start.
 */
export async function keepFrame(source: string, frame: StoredFrame): Promise<void> {
  try {
    await inOneStep(database(), { store: 'frames', mode: 'readwrite' }, (frames) => frames.put(frame, source))
  } catch {
    // The screen continues; only a start without the server would have nothing to show.
  }
}

export async function storedFrame(source: string): Promise<StoredFrame | null> {
  try {
    const frame: unknown = await inOneStep(database(), { store: 'frames', mode: 'readonly' }, (frames) =>
      frames.get(source),
    )
    return (frame as StoredFrame | undefined) ?? null
  } catch {
    return null
  }
}

/** Removes all factory data from a TV whose token was revoked. */
async function forgetFrames(): Promise<void> {
  try {
    await inOneStep(database(), { store: 'frames', mode: 'readwrite' }, (frames) => frames.clear())
  } catch {
    // Nothing was stored.
  }
}

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
