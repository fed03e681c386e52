import { api } from '../../shared/api.ts'
import { isRequestFailure } from '../../shared/request.ts'
import { useSession } from '../../shared/session.ts'
import { leaveForSignIn } from './leave.ts'

/** The build of this page; `development` without one. */
export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'

const everyMs = 30_000

/** Health figures of the page. */
export const vitals = { fps: 0, page: 0, lastFrameAt: 0 }
let lastCommand = 0

/** Counts frames in samples of one second, without cost between samples. */
function sampleFrames(): void {
  let frames = 0
  const begin = performance.now()
  const count = (at: number) => {
    frames += 1
    vitals.lastFrameAt = at
    if (at - begin < 1000) requestAnimationFrame(count)
    else vitals.fps = Math.round((frames * 1000) / (at - begin))
  }
  requestAnimationFrame(count)
}

/** Heap in use, MiB; null if the browser does not report it. */
function heapMb(): number | null {
  const { memory } = performance as { memory?: { readonly usedJSHeapSize: number } }
  return memory === undefined ? null : Math.round(memory.usedJSHeapSize / 1048576)
}

/**
 * Reports the health of this TV; windows of signed-in people report nothing. `commandNo`: the last
 * command carried out.
 */
export async function sendBeacon(commandNo = lastCommand): Promise<void> {
  lastCommand = commandNo
  if (useSession.getState().user?.permissionTags.includes('screen.show') !== true) return
  try {
    await api('POST /api/screens/beacon', {
      body: {
        build: ownBuild(),
        width: Math.max(1, innerWidth),
        height: Math.max(1, innerHeight),
        scale: Math.max(0.1, Math.min(16, devicePixelRatio)),
        fps: vitals.fps,
        heapMb: heapMb(),
        page: vitals.page,
        commandNo,
      },
      quiet: true,
    })
  } catch (error) {
    // Revoked: the stream would report it too, but up to a minute later. Other errors can wait for
    // the next beacon.
    if (isRequestFailure(error) && error.state === 401) leaveForSignIn()
  }
}

export function startBeacons(): void {
  sampleFrames()
  setInterval(() => {
    sampleFrames()
    void sendBeacon()
  }, everyMs)
}
