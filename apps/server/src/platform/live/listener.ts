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
