import { sessionStore } from './storage.ts'

const reloadedFor = 'reloaded-for-chunk'

/** Id of the build from which this page was loaded. */
const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'

/** Whether the server's build differs from that of this page. */
export const isNewer = (build: string | null): build is string =>
  build !== null && ownBuild !== 'development' && build !== ownBuild

/** Reloads once for a newer build. @returns true when the page is reloading */
export function reloadForBuild(build: string | null): boolean {
  if (!isNewer(build) || sessionStore.get(reloadedFor) === build) return false
  sessionStore.set(reloadedFor, build)
  location.reload()
  return true
}
