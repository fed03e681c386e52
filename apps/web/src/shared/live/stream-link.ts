import { createParser } from 'eventsource-parser'
import { isRequestFailure, openStream } from '../request.ts'

export interface StreamLink {
  /** Follows this address from now on; null: none. Another address begins without the last id of the one before. */
  readonly follow: (path: string | null) => void
  /** Does not wait for the pause to end: the network is back, or somebody looks again. */
  readonly wake: () => void
}

export interface StreamEnds {
  /** An event has come. */
  readonly onEvent: (event: string | undefined, text: string) => void
  /** The stream has ended, or could not be opened; it is tried again. `status`: what the server refused with, or null. */
  readonly onLost: (status: number | null) => void
}

/** Silence for so long is no life: the server says something every five seconds. */
const silenceMs = 12_000
const longestPauseMs = 30_000

/** A stream that is opened anew, from where it was, for as long as it is wanted. */
export function streamLink({ onEvent, onLost }: StreamEnds): StreamLink {
  let path: string | null = null
  let open: AbortController | null = null
  let lastEventId: string | null = null
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined

  const take = (id: string | undefined, event: string | undefined, text: string): void => {
    if (event !== 'hello') {
      failures = 0
      if (id !== undefined) lastEventId = id
    }
    onEvent(event, text)
  }

  function connect(to: string): void {
    clearTimeout(again)
    const stop = new AbortController()
    open = stop
    void read(to, lastEventId, stop, take)
      .then(
        () => null,
        (error: unknown) => (isRequestFailure(error) ? error.state : null),
      )
      .then((status) => {
        if (open !== stop) return
        open = null
        failures += 1
        onLost(status)
        if (path !== to) return
        const refused = status !== null && status >= 400 && status < 500
        // Who may not listen is not let in by asking again and again: a minute later, perhaps.
        const pause = refused ? 60_000 : Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures - 1, 5))
        // Spread over the pause, so that after a restart of the server not everybody comes at once.
        again = setTimeout(() => connect(to), pause * (0.5 + Math.random() / 2))
      })
  }

  return {
    follow(wanted) {
      if (path === wanted) return
      path = wanted
      lastEventId = null
      clearTimeout(again)
      open?.abort()
      open = null
      if (wanted !== null) connect(wanted)
    },
    wake() {
      if (path === null || open !== null) return
      failures = 0
      connect(path)
    },
  }
}

async function read(
  path: string,
  lastEventId: string | null,
  stop: AbortController,
  take: (id: string | undefined, event: string | undefined, text: string) => void,
): Promise<void> {
  const body = await openStream(path, { lastEventId, signal: stop.signal })
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
