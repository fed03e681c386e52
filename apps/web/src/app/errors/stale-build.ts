import { isMissingPart } from '../../shared/ui/missing-part.ts'
import { sessionStore } from '../../shared/storage.ts'

const reloadedFor = 'reloaded-for-chunk'

/** Id of the build this page came with. */
export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'

/** Reloads once per build when a part of it is gone from the server. @returns true when the page is reloading */
export function reloadForNewBuild(error: unknown): boolean {
  if (!isMissingPart(error) || !navigator.onLine || sessionStore.get(reloadedFor) === ownBuild()) return false
  sessionStore.set(reloadedFor, ownBuild())
  location.reload()
  return true
}
