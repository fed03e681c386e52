import { Readable } from 'node:stream'
import type { LiveTopic } from '@cloud-factory/domain/live/live-enums'
import type { Actor } from '../auth/actor.ts'

/** A listener with more unread bytes misses changes, and gets a keyframe when it has caught up. */
const backlogBytes = 256 * 1024
/** A listener that reads nothing for this long is disconnected, whatever its socket says. */
const stuckMs = 30_000

/** Streams of one kind are counted together; a stream replaces an earlier one with the same name. */
export interface ListenerIdentity {
  readonly actor: Actor
  readonly kind: 'office' | 'wall'
  readonly name: string | null
}

/** One open stream. */
export interface Listener extends ListenerIdentity {
  readonly topics: readonly LiveTopic[]
  /** The part of the topics that it listens to; empty: the whole plant. */
  readonly scope: string
  readonly body: Readable
  /** It missed something or is new, so it needs a keyframe before further changes. */
  readonly hasBacklog: boolean
  /**
   * Sends text; false when the listener has a backlog and got nothing. `whole`: the text is a keyframe, which
   * replaces what was missed.
   */
  send(text: string, now: number, whole?: boolean): boolean
  /**
   * Ends the stream after the sent data. A second call cuts the connection if the client has not read them by then.
   */
  end(): void
}

export function listener(identity: ListenerIdentity, topics: readonly LiveTopic[], scope: string): Listener {
  // Nothing is produced on demand: data that the socket does not accept stay in the buffer, whose length is known.
  const body = new Readable({ read: () => undefined })
  let hasBacklog = true
  // Ended, but perhaps not read completely.
  let isOver = false
  let stuckSince: number | null = null

  const takes = (now: number): boolean => {
    if (body.readableLength <= backlogBytes) {
      stuckSince = null
      return true
    }
    hasBacklog = true
    stuckSince ??= now
    if (now - stuckSince >= stuckMs) body.destroy()
    return false
  }

  return {
    ...identity,
    topics,
    scope,
    body,
    get hasBacklog() {
      return hasBacklog
    },
    send(text, now, whole = false) {
      if (body.destroyed || isOver || !takes(now)) return false
      if (whole) hasBacklog = false
      body.push(text)
      return true
    },
    end() {
      if (isOver) return void body.destroy()
      isOver = true
      body.push(null)
    },
  }
}

/** A change of a topic in the stream's format. */
interface Change {
  readonly rev: number
  readonly event: string
}

/** Number of changes kept for listeners that reconnect: at least half a minute of them. */
const maxChanges = 40

/** One event of a stream (WHATWG HTML, 9.2.5); an event without an id does not change the listener's last id. */
export const eventText = (id: string | null, name: string, data: unknown): string =>
  eventOf(id, name, JSON.stringify(data))
const eventOf = (id: string | null, name: string, json: string): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`

/** An item and its text, which is serialized again only when the object is another one. */
interface Written {
  readonly value: unknown
  readonly text: string
}
const writtenAs = (value: unknown, before: Written | undefined): Written =>
  before !== undefined && before.value === value ? before : { value, text: JSON.stringify(value) }

/** An object of items as JSON, joined from their texts. */
const jsonOf = (items: Iterable<readonly [string, Written]>): string =>
  `{${[...items].map(([key, { text }]) => `${JSON.stringify(key)}:${text}`).join(',')}}`

/**
 * The last content of a topic and its last changes; each is serialized once for all listeners. The formats are
 * `LiveKeyframe` and `LiveDelta` of the contract.
 */
export interface TopicState {
  /** Takes the current content; returns the change as text, null when there is none. */
  take(items: ReadonlyMap<string, unknown>, at: number, rev: number): string | null
  /** The whole content as text. Empty before the first `take`. */
  keyframe(rev: number): string
  /** The changes after a revision; null when not all of them are available any more. */
  since(rev: number): string[] | null
}

export function topicState(topic: LiveTopic, epoch: string): TopicState {
  let held = new Map<string, Written>()
  let heldAt = 0
  let changes: Change[] = []
  // Changes up to this revision have been dropped.
  let forgotten = Number.POSITIVE_INFINITY
  let whole: { readonly rev: number; readonly text: string } | null = null

  return {
    take(items, at, rev) {
      const next = new Map([...items].map(([key, value]) => [key, writtenAs(value, held.get(key))]))
      const set = [...next].filter(([key, { text }]) => held.get(key)?.text !== text)
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
      const delta = `{"topic":"${topic}","at":${at},"set":${jsonOf(set)},"gone":${JSON.stringify(gone)}}`
      const event = eventOf(`${epoch}-${rev}`, 'delta', delta)
      changes = [...changes, { rev, event }]
      while (changes.length > maxChanges) forgotten = changes.shift()?.rev ?? forgotten
      return event
    },
    keyframe(rev) {
      if (whole?.rev !== rev) {
        const frame = `{"topic":"${topic}","at":${heldAt},"items":${jsonOf(held)}}`
        whole = { rev, text: eventOf(`${epoch}-${rev}`, 'keyframe', frame) }
      }
      return whole.text
    },
    since(rev) {
      if (rev < forgotten) return null
      return changes.filter((change) => change.rev > rev).map(({ event }) => event)
    },
  }
}
