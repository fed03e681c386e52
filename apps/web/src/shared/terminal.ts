import type { LockScreen } from '@cloud-factory/contract/identity/terminals'
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { api } from './api.ts'
import { databaseExists, inOneStep, openedWhenNeeded } from './database.ts'
import { suspendSession, useSession } from './session.ts'
import { useSignInAgain } from './sign-in-again.ts'
import { localStore, sessionStore } from './storage.ts'

/** What this device knows of itself as a shared terminal. The token belongs to the device, not to a person. */
export type OwnTerminal = Pick<LockScreen, 'id' | 'name' | 'workshop' | 'workshopId' | 'idleMinutes'> & {
  readonly token: string
}

const storeName = 'cloud-factory-device'
const objectStore = 'facts'
const database = openedWhenNeeded({
  name: storeName,
  build: (made) => void made.createObjectStore(objectStore),
})

/** Something that belongs to this device, whoever uses it; undefined: nothing is stored. */
export async function deviceFact(name: string): Promise<unknown> {
  if (!(await databaseExists(storeName))) return undefined
  return inOneStep<unknown>(database(), { store: objectStore, mode: 'readonly' }, (facts) => facts.get(name))
}

/** Stores a fact of this device; fails where the browser stores nothing. */
export const keepDeviceFact = (name: string, fact: unknown): Promise<IDBValidKey> =>
  inOneStep(database(), { store: objectStore, mode: 'readwrite' }, (facts) => facts.put(fact, name))

/** Name of the copy of a record on which a person works; it is removed when they sign out. */
export const copyName = (person: string): string => `copy.${person}`

export async function forgetCopy(person: string): Promise<void> {
  if (await databaseExists(storeName)) await keepDeviceFact(copyName(person), null)
}

/** Facts of this device that were read or changed since the page was loaded; null: nothing is stored. */
const useFacts = create<Readonly<Record<string, unknown>>>(() => ({}))

/**
 * A fact of this device and a function to change it, which applies at once.
 * @returns the value; undefined while it is not known, null when there is none
 */
export function useDeviceFact(name: string): readonly [unknown, (fact: unknown) => void] {
  const fact = useFacts((facts) => facts[name])
  useEffect(() => {
    const isNew = () => !(name in useFacts.getState())
    const show = (stored: unknown) => isNew() && useFacts.setState({ [name]: stored ?? null })
    if (isNew()) deviceFact(name).then(show, () => show(null))
  }, [name])
  const change = useCallback(
    (next: unknown) => {
      useFacts.setState({ [name]: next })
      // Where the browser stores nothing, it lasts until the page is reloaded.
      keepDeviceFact(name, next).catch(() => undefined)
    },
    [name],
  )
  return [fact, change]
}

/** This device as a shared terminal; null: it is none, or that is not known yet. */
export const useTerminal = create<OwnTerminal | null>(() => null)

/** Finds out whether this device is a terminal. */
export async function readTerminal(): Promise<void> {
  const stored = await deviceFact('terminal').catch(() => undefined)
  enterTerminal((stored as OwnTerminal | null | undefined) ?? null)
}

/** The mark in local storage is all that a script in the page itself can read, see `vite/first-files.ts`. */
function enterTerminal(terminal: OwnTerminal | null): void {
  useTerminal.setState(terminal, true)
  if (terminal === null) localStore.remove('cloud-factory-terminal')
  else localStore.set('cloud-factory-terminal', true)
}

/** Makes this device a terminal, or changes what it knows of itself; null: it is none any more. */
export async function keepTerminal(terminal: OwnTerminal | null): Promise<void> {
  await keepDeviceFact('terminal', terminal)
  enterTerminal(terminal)
}

const pageOf = (userId: string): string => `page.${userId}`

/** The page on which a person locked this terminal; the home page if there is none. */
export function lockedPage(userId: string): string {
  const page = sessionStore.get(pageOf(userId))
  return typeof page === 'string' && page.startsWith('/') ? page : '/'
}

/**
 * Locks this terminal: the session ends, and the lock screen covers the page. The page stays as it is for the person
 * who comes back.
 */
export function lockTerminal(): void {
  const { user } = useSession.getState()
  if (useSignInAgain.getState().open || user === null) return
  sessionStore.set(pageOf(user.id), location.pathname + location.search)
  // Without a network the session ends on the server after a while; its token is forgotten here at once.
  void api('POST /api/auth/logout', { quiet: true }).catch(() => undefined)
  suspendSession()
  useSignInAgain.setState({ open: true })
}

const touches = ['pointerdown', 'keydown', 'wheel'] as const
const checkMs = 2000

/** Locks when nobody has touched any window of this browser for so long. Returns a function that ends the watch. */
export function lockWhenIdle(minutes: number): () => void {
  const windows = new BroadcastChannel('cloud-factory-touched')
  let last = { shown: Date.now(), passed: performance.now() }
  let notified = 0
  const touch = () => {
    last = { shown: Date.now(), passed: performance.now() }
  }
  const touched = () => {
    touch()
    if (last.passed - notified < checkMs) return
    notified = last.passed
    windows.postMessage('touched')
  }
  // One of the two clocks may be set back, the other may stand while the device sleeps.
  const check = () => {
    const idle = Math.max(Date.now() - last.shown, performance.now() - last.passed)
    if (idle >= minutes * 60_000) lockTerminal()
  }
  windows.addEventListener('message', touch)
  for (const name of touches) window.addEventListener(name, touched, { capture: true, passive: true })
  document.addEventListener('visibilitychange', check)
  const timer = setInterval(check, checkMs)
  return () => {
    clearInterval(timer)
    windows.close()
    document.removeEventListener('visibilitychange', check)
    for (const name of touches) window.removeEventListener(name, touched, { capture: true })
  }
}
