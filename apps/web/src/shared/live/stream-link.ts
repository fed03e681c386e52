import { createParser } from 'eventsource-parser'
import { isRequestFailure, openStream } from '../request.ts'
import { tabName } from '../new-uuid.ts'
import { pollingFallback, type Question } from './polling-fallback.ts'
import { failuresAfter, isRefused, canAsk, pauseAfter, type StreamEnd } from './stream-link.rules.ts'

export interface StreamLink {
  /** Connects to this address from now on; null: disconnects. A new address starts without the last event id. */
  readonly follow: (path: string | null) => void
  /** Does not wait for the delay to end: the network is back, or the page is visible again. */
  readonly wake: () => void
}

export interface StreamEnds {
  /** Called for each event. */
  readonly onEvent: (event: string | undefined, text: string) => void
  /**
   * Called when the stream ended or could not be opened and there is no polling; it is tried again. `status`: HTTP
   * status of a rejection, or null.
   */
  readonly onLost: (status: number | null) => void
  /** Polls once; absent: stream only. */
  readonly ask?: Question
  /** Number of the last known event, called each time the stream is opened; absent or null: none. */
  readonly since?: () => number | null
  /** Called each time the stream is opened: true if an ended session must not ask for the password. Absent: it asks. */
  readonly quiet?: () => boolean
}

/** Silence after which the stream counts as broken: the server sends something every five seconds. */
const idleTimeoutMs = 12_000

/**
 * A stream that is reopened from its last event for as long as it is needed. While no stream gets through, as behind
 * a proxy that buffers it, the browser polls.
 */
export function streamLink({ onEvent, onLost, ask, since, quiet = () => false }: StreamEnds): StreamLink {
  let path: string | null = null
  let open: AbortController | null = null
  let lastEventId: string | null = null
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  const asking = pollingFallback(ask, onLost)

  const take = (id: string | undefined, event: string | undefined, text: string): void => {
    if (event !== 'hello') {
      failures = 0
      asking.stop()
      if (id !== undefined) lastEventId = id
    }
    onEvent(event, text)
  }

  function connect(to: string): void {
    clearTimeout(again)
    const stop = new AbortController()
    open = stop
    void read(named(to, since?.() ?? null), { lastEventId, quiet: quiet() }, stop, take).then((end) => {
      if (open !== stop) return
      open = null
      failures = failuresAfter(failures, end)
      // Polled data are newer than the last event: the next stream begins with a keyframe.
      if (canAsk(failures, end) && asking.begin()) lastEventId = null
      else if (isRefused(end)) asking.stop()
      if (!asking.isHeard()) onLost(end.status)
      if (path !== to) return
      // Randomized, so that clients do not all reconnect at once after a restart of the server.
      again = setTimeout(() => connect(to), pauseAfter(failures, end) * (0.5 + Math.random() / 2))
    })
  }

  return {
    follow(requested) {
      if (path === requested) return
      path = requested
      lastEventId = null
      clearTimeout(again)
      const wasAsking = asking.isAsking()
      asking.stop()
      open?.abort()
      open = null
      if (requested === null) return
      connect(requested)
      // The reason that blocked one stream blocks the next one too.
      if (wasAsking) asking.begin()
    },
    wake() {
      if (path === null || open !== null) return
      failures = 0
      asking.pollNow()
      connect(path)
    },
  }
}

/** By its name the server recognises a reopened stream and closes the old one. */
const named = (path: string, since: number | null): string =>
  `${path}${path.includes('?') ? '&' : '?'}listener=${tabName}${since === null ? '' : `&since=${since}`}`

/** Reads a stream until it ends, for whatever reason. */
async function read(
  path: string,
  options: { readonly lastEventId: string | null; readonly quiet: boolean },
  stop: AbortController,
  take: (id: string | undefined, event: string | undefined, text: string) => void,
): Promise<StreamEnd> {
  const decoder = new TextDecoder()
  let isHeard = false
  let isSilent = false
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      isHeard = true
      take(id, event, data)
    },
  })
  const giveUp = () => {
    isSilent = !isHeard
    stop.abort()
  }
  let watch = setTimeout(giveUp, idleTimeoutMs)
  try {
    const body = await openStream(path, { ...options, signal: stop.signal })
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { status: null, wasSilent: false }
      parser.feed(decoder.decode(value, { stream: true }))
      clearTimeout(watch)
      watch = setTimeout(giveUp, idleTimeoutMs)
    }
  } catch (error) {
    return { status: isRequestFailure(error) ? error.state : null, wasSilent: isSilent }
  } finally {
    clearTimeout(watch)
  }
}
