import { createParser } from 'eventsource-parser'
import { newUuid } from '../new-uuid.ts'
import { isRequestFailure, openStream } from '../request.ts'
import { pollingFallback, type Question } from './polling-fallback.ts'
import { failuresAfter, isRefused, canAsk, pauseAfter, type StreamEnd } from './stream-link.rules.ts'

export interface StreamLink {
  /** Follows this address from now on; null: none. Another address begins without the last id of the one before. */
  readonly follow: (path: string | null) => void
  /** Does not wait for the pause to end: the network is back, or somebody looks again. */
  readonly wake: () => void
}

export interface StreamEnds {
  /** An event has come. */
  readonly onEvent: (event: string | undefined, text: string) => void
  /**
   * The stream has ended, or could not be opened, and nobody asks in its place; it is tried again. `status`: what the server
   * refused with, or null.
   */
  readonly onLost: (status: number | null) => void
  /** Asks once for what the stream would tell; left out: only a stream will do. */
  readonly ask?: Question
}

/** Silence for so long is no life: the server says something every five seconds. */
const idleTimeoutMs = 12_000

/**
 * A stream that is opened anew, from where it was, for as long as it is wanted. While none gets through, as behind a proxy that gathers
 * what should flow, what it would tell is asked for now and then.
 */
export function streamLink({ onEvent, onLost, ask }: StreamEnds): StreamLink {
  let path: string | null = null
  let open: AbortController | null = null
  let lastEventId: string | null = null
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  const asking = pollingFallback(ask, onLost)
  const name = newUuid()

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
    void read(named(to, name), lastEventId, stop, take).then((end) => {
      if (open !== stop) return
      open = null
      failures = failuresAfter(failures, end)
      // What was asked for meanwhile is newer than the last event: the next stream begins with all there is.
      if (canAsk(failures, end) && asking.begin()) lastEventId = null
      else if (isRefused(end)) asking.stop()
      if (!asking.isHeard()) onLost(end.status)
      if (path !== to) return
      // Spread over the pause, so that after a restart of the server not everybody comes at once.
      again = setTimeout(() => connect(to), pauseAfter(failures, end) * (0.5 + Math.random() / 2))
    })
  }

  return {
    follow(wanted) {
      if (path === wanted) return
      path = wanted
      lastEventId = null
      clearTimeout(again)
      const wasAsking = asking.isAsking()
      asking.stop()
      open?.abort()
      open = null
      if (wanted === null) return
      connect(wanted)
      // What kept one stream away keeps the next one away too.
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

/** By its name the server knows a stream that is opened again, and lets go of the one before. */
const named = (path: string, name: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}listener=${name}`

/** Reads a stream to its end, however it ends. */
async function read(
  path: string,
  lastEventId: string | null,
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
    const body = await openStream(path, { lastEventId, signal: stop.signal })
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
