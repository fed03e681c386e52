import type { LiveHandshake, LiveTopic } from '@cloud-factory/contract/live-enums'
import { create } from 'zustand'
import { api } from '../api.ts'
import { framesAfter, framesOf, type LiveFrames } from './frames.rules.ts'
import { streamLink } from './stream-link.ts'
import { isTooMany } from './stream-link.rules.ts'

/**
 * `opening`: nothing has come yet; `live`; `asking`: no stream gets through, and what it would tell is asked for every few seconds;
 * `lost`: what is shown is from before.
 */
export type LiveLink = 'opening' | 'live' | 'asking' | 'lost'

interface LiveState {
  readonly frames: LiveFrames
  readonly link: LiveLink
  /** The session has as many streams as it may have: that is why it is asked for. */
  readonly isOneTooMany: boolean
  /** Server's clock minus ours, ms: ages are told by the server's. */
  readonly clockOffset: number
  /** When anything last came, by our clock. */
  readonly heardAt: number
}

/** What the one stream of this browser tab has told. */
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

/** Listens to a topic as long as anybody does; the answer ends it. */
export function listenTo(topic: LiveTopic): () => void {
  wanted.set(topic, (wanted.get(topic) ?? 0) + 1)
  soon(0)
  return () => {
    const left = (wanted.get(topic) ?? 1) - 1
    if (left > 0) wanted.set(topic, left)
    else wanted.delete(topic)
    // A page that goes and one that comes ask for the same topic: no new stream for that.
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

/** Brings the stream in line with what is wanted. */
function follow(): void {
  const topics = [...wanted.keys()].toSorted().join(',')
  if (topics === '') useLiveStore.setState({ frames: {}, link: 'opening' })
  // Another set of topics: an id of before would leave the new ones out.
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

/** What the stream would begin with. A session that has ended is no reason to ask for the password: the stream does. */
async function ask(signal: AbortSignal): Promise<void> {
  const topics = [...wanted.keys()].join(',')
  const { now, frames } = await api('GET /api/live/frames', { query: { topics }, signal, quiet: true })
  const heardAt = Date.now()
  useLiveStore.setState({ frames: framesOf(frames), link: 'asking', clockOffset: now - heardAt, heardAt })
}

/** A network that is back, or a page that is looked at again, does not wait for the pause to end. */
function wake(): void {
  if (document.visibilityState !== 'hidden') link.wake()
}
window.addEventListener('online', wake)
document.addEventListener('visibilitychange', wake)
