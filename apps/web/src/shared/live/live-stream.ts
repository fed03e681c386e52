import type { LiveHello, LiveTopic } from '@cloud-factory/contract/live-words'
import { createParser } from 'eventsource-parser'
import { create } from 'zustand'
import { isRequestFailure, openStream } from '../request.ts'
import { framesAfter, type LiveFrames } from './frames.rules.ts'

/** `opening`: nothing has come yet; `live`; `lost`: what is shown is from before. */
export type LiveLink = 'opening' | 'live' | 'lost'

interface LiveState {
  readonly frames: LiveFrames
  readonly link: LiveLink
  /** Server's clock minus ours, ms: ages are told by the server's. */
  readonly clockOffset: number
  /** When anything last came, by our clock. */
  readonly heardAt: number
}

/** What the one stream of this browser tab has told. */
export const useLiveStore = create<LiveState>()(() => ({
  frames: {},
  link: 'opening',
  clockOffset: 0,
  heardAt: 0,
}))

/** Silence for so long is no life: the server says something every five seconds. */
const silenceMs = 12_000
const longestPauseMs = 30_000

const wanted = new Map<LiveTopic, number>()
let open: { readonly topics: string; readonly stop: AbortController } | null = null
let lastEventId: string | null = null
let failures = 0
let restart: ReturnType<typeof setTimeout> | null = null

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
  if (open?.topics === topics) return
  open?.stop.abort()
  open = null
  if (topics === '') {
    useLiveStore.setState({ frames: {}, link: 'opening' })
    return
  }
  // Another set of topics: an id of before would leave the new ones out.
  lastEventId = null
  connect(topics)
}

function connect(topics: string): void {
  const stop = new AbortController()
  const mine = { topics, stop }
  open = mine
  void read(topics, stop)
    .catch((error: unknown) =>
      isRequestFailure(error) && error.state >= 400 && error.state < 500 ? 'refused' : null,
    )
    .then((end) => {
      if (open !== mine) return
      open = null
      useLiveStore.setState({ link: 'lost' })
      failures += 1
      // Who may not listen is not let in by asking again and again: a minute later, perhaps.
      const pause =
        end === 'refused' ? 60_000 : Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures - 1, 5))
      // Spread over the pause, so that after a restart of the server not everybody comes at once.
      soonAgain(topics, pause * (0.5 + Math.random() / 2))
    })
}

let again: ReturnType<typeof setTimeout> | null = null
function soonAgain(topics: string, ms: number): void {
  if (again !== null) clearTimeout(again)
  again = setTimeout(() => {
    again = null
    if (open === null && [...wanted.keys()].toSorted().join(',') === topics) connect(topics)
  }, ms)
}

async function read(topics: string, stop: AbortController): Promise<void> {
  const body = await openStream(`/api/live?topics=${encodeURIComponent(topics)}`, {
    lastEventId,
    signal: stop.signal,
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: ({ id, event, data }) => take(id, event, data) })
  let watch: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      clearTimeout(watch)
      watch = setTimeout(() => stop.abort(), silenceMs)
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(watch)
  }
}

function take(id: string | undefined, event: string | undefined, text: string): void {
  const now = Date.now()
  if (event === 'hello') {
    const hello = JSON.parse(text) as LiveHello
    useLiveStore.setState({ clockOffset: hello.now - now, heardAt: now })
    return
  }
  failures = 0
  if (id !== undefined) lastEventId = id
  useLiveStore.setState(({ frames }) => ({
    frames: framesAfter(frames, event, text),
    link: 'live',
    heardAt: now,
  }))
}

/** A network that is back, or a page that is looked at again, does not wait for the pause to end. */
function wake(): void {
  if (open !== null || wanted.size === 0 || document.visibilityState === 'hidden') return
  failures = 0
  soonAgain([...wanted.keys()].toSorted().join(','), 0)
}
window.addEventListener('online', wake)
document.addEventListener('visibilitychange', wake)
