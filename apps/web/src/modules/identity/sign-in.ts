import { useEffect } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { sessionStore } from '../../shared/storage.ts'
import type { SignedIn } from '@cloud-factory/contract/identity/access'
import { enterSession } from '../../shared/session.ts'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'

/** Document title of a page outside the shell. */
export function usePublicTitle(title: string): void {
  const { t } = useTranslation()
  const app = t('app.name')
  useEffect(() => {
    document.title = `${title} - ${app}`
  }, [title, app])
}

const name = 'cloud-factory-sign-in'

interface Begun {
  readonly authorizeUrl: string
  readonly browserKey: string
}

/** Leaves for the provider; the key stays with this browser tab. */
export function goTo({ authorizeUrl, browserKey }: Begun): void {
  sessionStore.set(name, browserKey)
  location.assign(authorizeUrl)
}

/** Key of the sign-in that this browser tab started; empty object if it started none. */
export function storedBrowserKey(): { browserKey?: string } {
  const stored = sessionStore.get(name)
  return typeof stored === 'string' ? { browserKey: stored } : {}
}

/**
 * Starts the new session at a path of the app. With a full page load: no data of a previous user
 * stays in memory.
 */
export function enterAndGo(reply: SignedIn, path: string): void {
  enterSession(reply)
  location.replace(path)
}

/** Props that the guard passes to a page outside the shell. */
export interface PublicPageProps {
  /** Fetches the part behind the sign-in ahead of time. */
  readonly fetchShell?: () => Promise<unknown>
}

export const publicWords = 'sign-in'

/** The lock screen of a shared terminal over the pages of the person who locked it. */
export const TerminalLock = lazyThemed(async () => {
  const [{ TerminalLock: Lock }] = await Promise.all([
    import('./terminal-lock.tsx'),
    loadWords(publicWords, 'common'),
  ])
  return Lock
})
