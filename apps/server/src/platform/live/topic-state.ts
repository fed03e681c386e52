import type { LiveDelta, LiveKeyframe, LiveTopic } from '@cloud-factory/contract/live-words'

/** A change of a topic as it goes over the wire. */
interface Change {
  readonly rev: number
  readonly event: string
}

/** So many changes are kept for listeners that come back: half a minute and more of them. */
const keptChanges = 40

/** One event of a stream (WHATWG HTML, 9.2.5); one without an id leaves the listener's last one as it is. */
export const eventText = (id: string | null, name: string, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** What a topic last held, and its last changes: each is written as text once, for all who listen. */
export interface TopicState {
  /** Takes what the topic holds now; the change as text, null when there is none. */
  take(items: ReadonlyMap<string, unknown>, at: number, rev: number): string | null
  /** All of it, as text. Empty before the first `take`. */
  keyframe(rev: number): string
  /** The changes after a revision; null when not all of them are kept any more. */
  since(rev: number): string[] | null
}

export function topicState(topic: LiveTopic, epoch: string): TopicState {
  let held = new Map<string, string>()
  let heldAt = 0
  let changes: Change[] = []
  // Changes up to this one are forgotten.
  let forgotten = Number.POSITIVE_INFINITY
  let whole: { readonly rev: number; readonly text: string } | null = null

  return {
    take(items, at, rev) {
      const next = new Map([...items].map(([key, value]) => [key, JSON.stringify(value)]))
      const set = [...next].filter(([key, text]) => held.get(key) !== text)
      const gone = [...held.keys()].filter((key) => !next.has(key))
      const first = forgotten === Number.POSITIVE_INFINITY
      held = next
      heldAt = at
      whole = null
      if (first) {
        forgotten = rev
        return null
      }
      if (set.length === 0 && gone.length === 0) return null
      const delta: LiveDelta = { topic, at, set: parsed(set), gone }
      const event = eventText(`${epoch}-${rev}`, 'delta', delta)
      changes = [...changes, { rev, event }]
      while (changes.length > keptChanges) forgotten = changes.shift()?.rev ?? forgotten
      return event
    },
    keyframe(rev) {
      if (whole?.rev !== rev) {
        const frame: LiveKeyframe = { topic, at: heldAt, items: parsed([...held]) }
        whole = { rev, text: eventText(`${epoch}-${rev}`, 'keyframe', frame) }
      }
      return whole.text
    },
    since(rev) {
      if (rev < forgotten) return null
      return changes.filter((change) => change.rev > rev).map(({ event }) => event)
    },
  }
}

const parsed = (texts: readonly (readonly [string, string])[]): Record<string, unknown> =>
  Object.fromEntries(texts.map(([key, text]) => [key, JSON.parse(text) as unknown]))
