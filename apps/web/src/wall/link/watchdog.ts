import { ownBuild, vitals } from './beacon.ts'
import { startsOffline } from '../../shared/offline.ts'
import { useWall } from './wall.store.ts'
import { wakeStream } from './wall-stream.ts'
import { type Reloads, reloadNow, staggerMs, standsStill } from '../frame/trust.rules.ts'

const reloadsKey = 'wall-reloads'
const checkMs = 10_000
const longestStaggerMs = 300_000

function remembered(): Reloads | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(reloadsKey) ?? 'null') as Reloads | null
    return typeof stored?.count === 'number' && typeof stored.at === 'number' ? stored : null
  } catch {
    return null
  }
}

/**
 * Reloads the page because of a fault; after each reload that did not help, it waits longer. Over
 * plain http there is no worker that starts the page while the server is down: a reload would leave
 * the browser's error page on the wall.
 */
export async function reloadForHelp(): Promise<void> {
  if (reloadNow(remembered(), Date.now()) === null) return
  if (!startsOffline() && (await fetchPage()) === null) return
  // Checked again: a slow response may arrive after the next one.
  const next = reloadNow(remembered(), Date.now())
  if (next === null) return
  sessionStorage.setItem(reloadsKey, JSON.stringify(next))
  location.reload()
}

/** Watches for a frozen picture, a TV that slept, and a build that the server no longer serves. */
export function startWatchdog(): void {
  let checkedAt = performance.now()
  setInterval(() => {
    const now = performance.now()
    // The timer itself was suspended: the TV slept, and the stream is dead without an error.
    if (now - checkedAt > 60_000) wakeStream()
    checkedAt = now
    requestAnimationFrame((at) => void (vitals.lastFrameAt = at))
    if (standsStill(now - vitals.lastFrameAt, document.visibilityState === 'visible')) void reloadForHelp()
  }, checkMs)
  watchBuild()
}

/** Takes a new build once the server serves it, each TV at a different moment. */
function watchBuild(): void {
  let planned = false
  useWall.subscribe(({ build }) => {
    if (planned || build === null || build === 'none' || build === ownBuild() || !import.meta.env.PROD) return
    planned = true
    const stagger = Number(new URLSearchParams(location.search).get('stagger') ?? Number.NaN)
    const most = Number.isFinite(stagger)
      ? Math.min(Math.max(0, stagger), longestStaggerMs)
      : longestStaggerMs
    setTimeout(
      () => void takeBuild(build).then((applied) => (planned = applied)),
      staggerMs(Math.random(), most),
    )
  })
}

async function takeBuild(build: string): Promise<boolean> {
  const text = await fetchPage()
  if (text?.includes(`content="${build}"`) !== true) return false
  location.reload()
  return true
}

/** This page as the server serves it now; null if the request fails. */
async function fetchPage(): Promise<string | null> {
  try {
    const reply = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    const text = await reply.text()
    return reply.ok ? text : null
  } catch {
    return null
  }
}
