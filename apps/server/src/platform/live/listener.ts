import { Readable } from 'node:stream'
import type { LiveTopic } from '@cloud-factory/contract/live-enums'
import type { Actor } from '../auth/actor.ts'

/** A listener that has not taken so many bytes misses changes and gets the whole again when it has. */
const backlogBytes = 256 * 1024
/** A listener that takes nothing for so long is gone, whatever its socket says. */
const stuckMs = 30_000

/** Streams of one kind are counted together; a name takes the place of an earlier stream with the same one. */
export interface ListenerIdentity {
  readonly actor: Actor
  readonly kind: 'office' | 'wall'
  readonly name: string | null
}

/** One open stream. */
export interface Listener extends ListenerIdentity {
  readonly topics: readonly LiveTopic[]
  /** Part of the topics that it listens to; empty: all of the plant. */
  readonly scope: string
  readonly body: Readable
  /** It missed something, or has only come: changes mean nothing to it before it has had the whole. */
  readonly hasBacklog: boolean
  /** Sends text; false when the listener is behind and got nothing. `whole`: it makes up for what was missed. */
  send(text: string, now: number, whole?: boolean): boolean
  /** Ends it after what it was sent; who has not taken that by the second time is cut off. */
  end(): void
}

export function listener(identity: ListenerIdentity, topics: readonly LiveTopic[], scope: string): Listener {
  // Nothing is made on demand: what the socket does not take piles up here, where it can be seen.
  const body = new Readable({ read: () => undefined })
  let hasBacklog = true
  // Ended, but perhaps not read to its end yet.
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
