import { sessionStore } from './storage.ts'

const reloadedFor = 'reloaded-for-chunk'

/** Id of the build this page came with. */
const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'

/** Whether a build that the server has is another one than this page came with. */
export const isNewer = (build: string | null): build is string =>
  build !== null && ownBuild !== 'development' && build !== ownBuild

/** Reloads once for a build that took the place of this page's. @returns true when the page is reloading */
export function reloadForBuild(build: string | null): boolean {
  if (!isNewer(build) || sessionStore.get(reloadedFor) === build) return false
  sessionStore.set(reloadedFor, build)
  location.reload()
  return true
}
