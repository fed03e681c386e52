import type { LiveHandshake, LiveTopic } from '@cloud-factory/domain/live/live-enums'
import { create } from 'zustand'
import { api } from '../api.ts'
import { framesAfter, framesOf, type LiveFrames } from './frames.rules.ts'
import { streamLink } from './stream-link.ts'
import { isTooMany } from './stream-link.rules.ts'

/**
 * `opening`: no data yet; `live`; `asking`: no stream gets through, so the browser polls every few seconds; `lost`:
 * the shown values are old.
 */
export type LiveLink = 'opening' | 'live' | 'asking' | 'lost'

interface LiveState {
  readonly frames: LiveFrames
  readonly link: LiveLink
  /** The session already has the maximum number of streams, which is why the browser polls. */
  readonly isOneTooMany: boolean
  /** Server's clock minus ours, ms: ages are computed by the server's clock. */
  readonly clockOffset: number
  /** When the last data arrived, by our clock. */
  readonly heardAt: number
}

/** State of the one stream of this browser tab. */
export const useLiveStore = create<LiveState>()(() => ({
  frames: {},
  link: 'opening',
  isOneTooMany: false,
  clockOffset: 0,
  heardAt: 0,
}))

const wanted = new Map<LiveTopic, number>()
let restart: ReturnType<typeof setTimeout> | null = null
const link = streamLink({
  onEvent: take,
  onLost: (status) =>
    useLiveStore.setState(({ isOneTooMany }) => ({
      link: 'lost',
      isOneTooMany: status === null ? isOneTooMany : isTooMany({ status }),
    })),
  ask,
})

/** Subscribes to a topic; the returned function unsubscribes. The stream stays while there is a subscriber. */
export function listenTo(topic: LiveTopic): () => void {
  wanted.set(topic, (wanted.get(topic) ?? 0) + 1)
  soon(0)
  return () => {
    const left = (wanted.get(topic) ?? 1) - 1
    if (left > 0) wanted.set(topic, left)
    else wanted.delete(topic)
    // A closing page and an opening one may use the same topic: no new stream for that.
    soon(200)
  }
}

function soon(ms: number): void {
  if (restart !== null) clearTimeout(restart)
  restart = setTimeout(() => {
    restart = null
    follow()
  }, ms)
}

/** Brings the stream in line with the subscribed topics. */
function follow(): void {
  const topics = [...wanted.keys()].toSorted().join(',')
  if (topics === '') useLiveStore.setState({ frames: {}, link: 'opening' })
  // For another set of topics an earlier event id would skip the new ones.
  link.follow(topics === '' ? null : `/api/live?topics=${encodeURIComponent(topics)}`)
}

function take(event: string | undefined, text: string): void {
  const now = Date.now()
  if (event === 'hello') {
    const handshake = JSON.parse(text) as LiveHandshake
    useLiveStore.setState({ clockOffset: handshake.now - now, heardAt: now })
    return
  }
  useLiveStore.setState(({ frames }) => ({
    frames: framesAfter(frames, event, text),
    link: 'live',
    isOneTooMany: false,
    heardAt: now,
  }))
}

/**
 * Polls what the stream would begin with. If the session has ended, the stream asks for the password, not the
 * polling.
 */
async function ask(signal: AbortSignal): Promise<void> {
  const topics = [...wanted.keys()].join(',')
  const { now, frames } = await api('GET /api/live/frames', { query: { topics }, signal, quiet: true })
  const heardAt = Date.now()
  useLiveStore.setState({ frames: framesOf(frames), link: 'asking', clockOffset: now - heardAt, heardAt })
}

/** When the network is back or the page becomes visible again, does not wait for the delay to end. */
function wake(): void {
  if (document.visibilityState !== 'hidden') link.wake()
}
window.addEventListener('online', wake)
document.addEventListener('visibilitychange', wake)
