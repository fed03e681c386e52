import { sessionStore } from '../../shared/storage.ts'

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
export function keptBrowserKey(): { browserKey?: string } {
  const kept = sessionStore.get(name)
  return typeof kept === 'string' ? { browserKey: kept } : {}
}
