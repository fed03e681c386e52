import type { LiveHandshake, StreamTopic } from '@cloud-factory/domain/live/live-enums'
import { create } from 'zustand'
import { api } from '../api.ts'
import { framesAfter, framesOf, type LiveFrames } from './frames.rules.ts'
import { streamLink } from './stream-link.ts'
import { isTooMany } from './stream-link.rules.ts'
import type { Change, LiveChanges } from '@cloud-factory/domain/live/change-areas'
import { useSession } from '../session.ts'
import { tabName } from '../new-uuid.ts'

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

type ChangesListener = (changes: readonly Change[] | null) => void

const requested = new Map<StreamTopic, number>()
const changesListeners = new Set<ChangesListener>()
/** Number of the last known event; null: none yet. */
let lastChange: number | null = null
let restart: ReturnType<typeof setTimeout> | null = null
const link = streamLink({
  onEvent: take,
  onLost: (status) =>
    useLiveStore.setState(({ isOneTooMany }) => ({
      link: 'lost',
      isOneTooMany: status === null ? isOneTooMany : isTooMany({ status }),
    })),
  ask,
  since: () => (requested.has('changes') ? lastChange : null),
  // Changes alone do not ask for the password: the next thing that the person does will.
  quiet: () => [...requested.keys()].every((topic) => topic === 'changes'),
})

/** Subscribes to a topic; the returned function unsubscribes. The stream stays while there is a subscriber. */
export function listenTo(topic: StreamTopic): () => void {
  requested.set(topic, (requested.get(topic) ?? 0) + 1)
  soon(0)
  return () => {
    const left = (requested.get(topic) ?? 1) - 1
    if (left > 0) requested.set(topic, left)
    else requested.delete(topic)
    // A closing page and an opening one may use the same topic: no new stream for that.
    soon(200)
  }
}

/** Subscribes to changes of records; null: everything may have changed. The returned function unsubscribes. */
export function listenToChanges(listener: ChangesListener): () => void {
  changesListeners.add(listener)
  const stop = listenTo('changes')
  return () => {
    changesListeners.delete(listener)
    stop()
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
  const topics = [...requested.keys()].toSorted().join(',')
  // Content of topics without a subscriber would go stale.
  useLiveStore.setState(({ frames }) => ({ frames: heldOf(frames) }))
  if (topics === '') useLiveStore.setState({ link: 'opening' })
  // For another set of topics an earlier event id would skip the new ones.
  link.follow(topics === '' ? null : `/api/live?topics=${encodeURIComponent(topics)}`)
}

const heldOf = (frames: LiveFrames): LiveFrames =>
  Object.fromEntries(Object.entries(frames).filter(([topic]) => requested.has(topic as StreamTopic)))

function take(event: string | undefined, text: string): void {
  const now = Date.now()
  if (event === 'hello') {
    const handshake = JSON.parse(text) as LiveHandshake
    useLiveStore.setState({ clockOffset: handshake.now - now, heardAt: now })
    return
  }
  if (event === 'changed') takeChanges(JSON.parse(text) as LiveChanges)
  useLiveStore.setState(({ frames }) => ({
    frames: framesAfter(frames, event, text),
    link: 'live',
    isOneTooMany: false,
    heardAt: now,
  }))
}

/** A reopened stream may begin with changes that are known already; these are skipped. */
function takeChanges({ seq, changes }: LiveChanges): void {
  if (changes !== null && lastChange !== null && seq <= lastChange) return
  lastChange = seq
  for (const listener of changesListeners) listener(changes)
}

/**
 * Polls what the stream would begin with. If the session has ended, the stream asks for the password, not the
 * polling.
 */
async function ask(signal: AbortSignal): Promise<void> {
  const topics = [...requested.keys()].join(',')
  const query = { topics, listener: tabName, since: lastChange ?? undefined }
  const { now, frames, changes } = await api('GET /api/live/frames', { query, signal, quiet: true })
  if (changes !== null) takeChanges(changes)
  const heardAt = Date.now()
  useLiveStore.setState({ frames: framesOf(frames), link: 'asking', clockOffset: now - heardAt, heardAt })
}

/** When the network is back or the page becomes visible again, does not wait for the delay to end. */
function wake(): void {
  if (document.visibilityState !== 'hidden') link.wake()
}
window.addEventListener('online', wake)
useSession.subscribe(({ token }, before) => {
  if (token !== before.token) wake()
})
document.addEventListener('visibilitychange', wake)
