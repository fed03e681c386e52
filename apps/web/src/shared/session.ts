import type { SignedIn, UserInfo } from '@cloud-factory/contract/identity/access'
import { create } from 'zustand'
import { localStore, tokenKey, userInfoKey } from './storage.ts'

export interface Session {
  /** A stored token means signed in. */
  readonly token: string | null
  /** Null when absent or corrupt: it is then requested again. */
  readonly user: UserInfo | null
}

export const useSession = create<Session>(() => readSession())

function readSession(): Session {
  const token = localStore.get(tokenKey)
  if (typeof token !== 'string' || token === '') return { token: null, user: null }
  return { token, user: asUserInfo(localStore.get(userInfoKey)) }
}

/** The stored person; null when a part is missing or invalid. */
export function asUserInfo(value: unknown): UserInfo | null {
  const user = value as Partial<UserInfo> | null
  const whole =
    typeof user === 'object' &&
    typeof user?.id === 'string' &&
    typeof user.cnName === 'string' &&
    Array.isArray(user.permissionTags) &&
    user.permissionTags.every((tag) => typeof tag === 'string') &&
    typeof user.plant?.timeZone === 'string'
  return whole ? (user as UserInfo) : null
}

/** Stores the result of a sign-in for the next page load. */
export function storeSession({ token, user }: Pick<SignedIn, 'token' | 'user'>): void {
  // Other windows look for both as soon as they notice the token.
  localStore.set(userInfoKey, user)
  localStore.set(tokenKey, token)
}

/** Stores the result of a sign-in and goes on with it. */
export function enterSession(signedIn: Pick<SignedIn, 'token' | 'user'>): void {
  storeSession(signedIn)
  const { token, user } = signedIn
  useSession.setState({ token, user })
}

/** In the place of a token that was forgotten: the server rejects it, and the pages stay. */
const noToken = 'suspended'

export const isSuspended = ({ token }: Session): boolean => token === noToken

/** Forgets the token but not the person: the pages stay as they are, and no request succeeds before they sign in again. */
export function suspendSession(): void {
  localStore.remove(tokenKey)
  localStore.remove(userInfoKey)
  useSession.setState({ token: noToken })
}

/**
 * Stores the person as the server describes them now: other permissions, another name. If the person has signed out
 * in the meantime, the data are discarded, because they would stay in the browser. Unchanged data are not stored, because
 * every page would be rendered again.
 */
export function updateUser(user: UserInfo): void {
  const now = useSession.getState()
  if (now.token === null || (now.user !== null && now.user.id !== user.id)) return
  if (JSON.stringify(user) === JSON.stringify(now.user)) return
  localStore.set(userInfoKey, user)
  useSession.setState({ user })
}

/** Removes token and user info; the caller navigates away. */
export function leaveSession(): void {
  localStore.remove(tokenKey)
  localStore.remove(userInfoKey)
  useSession.setState({ token: null, user: null })
}

/** Calls back when another browser tab signed out (null) or signed another person in (their token). */
export function onSessionElsewhere(changed: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return
    const { token, user } = readSession()
    if (token === null || user?.id !== useSession.getState().user?.id) changed(token)
    else useSession.setState({ token, user })
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
