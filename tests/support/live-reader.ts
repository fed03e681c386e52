import type { LiveDelta, LiveKeyframe } from '@cloud-factory/domain/live/live-enums'

/** Listens to a live stream and keeps its state, like a page. */
export interface LiveReader {
  /** Current state by topic. */
  readonly topics: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  /** Number of keyframes and changes received. */
  readonly events: number
  /** Why the stream ended; null: still open, or closed by the test. */
  readonly end: string | null
  close(): void
}

/** Resolves when the stream is open. */
export async function listenLive(url: string, token: string): Promise<LiveReader> {
  const leaving = new AbortController()
  const reply = await fetch(url, { headers: { authorization: token }, signal: leaving.signal })
  if (!reply.ok || reply.body === null) throw new Error(`no stream: ${reply.status}`)
  const topics = new Map<string, Readonly<Record<string, unknown>>>()
  let events = 0
  let end: string | null = null

  function take(block: string): void {
    const name = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? ''
    if (name === 'keyframe') {
      const { topic, items } = JSON.parse(data) as LiveKeyframe
      topics.set(topic, items)
      events += 1
    } else if (name === 'delta') {
      const { topic, set, gone } = JSON.parse(data) as LiveDelta
      const items = { ...topics.get(topic), ...set }
      for (const key of gone) delete items[key]
      topics.set(topic, items)
      events += 1
    }
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of body) {
      const blocks = (text + decoder.decode(bytes, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }

  read(reply.body).then(
    () => (end = 'the server ended it'),
    (error: unknown) => (end = String(error)),
  )
  return {
    topics,
    get events() {
      return events
    },
    get end() {
      return leaving.signal.aborted ? null : end
    },
    close: () => leaving.abort(),
  }
}
