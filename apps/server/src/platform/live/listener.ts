import { Readable } from 'node:stream'
import type { LiveTopic } from '@cloud-factory/contract/live-words'
import type { Actor } from '../auth/actor.ts'

/** A listener that has not taken so many bytes misses changes and gets the whole again when it has. */
const behindBytes = 256 * 1024
/** A listener that takes nothing for so long is gone, whatever its socket says. */
const stuckMs = 30_000

/** One open stream. */
export interface Listener {
  readonly actor: Actor
  readonly topics: readonly LiveTopic[]
  /** Part of the topics that it listens to; empty: all of the plant. */
  readonly scope: string
  readonly body: Readable
  /** It missed something, or has only come: changes mean nothing to it before it has had the whole. */
  readonly behind: boolean
  /** Sends text; false when the listener is behind and got nothing. `whole`: it makes up for what was missed. */
  send(text: string, now: number, whole?: boolean): boolean
  end(text?: string): void
}

export function listener(actor: Actor, topics: readonly LiveTopic[], scope: string): Listener {
  // Nothing is made on demand: what the socket does not take piles up here, where it can be seen.
  const body = new Readable({ read: () => undefined })
  let behind = true
  // Ended, but perhaps not read to its end yet.
  let isOver = false
  let stuckSince: number | null = null

  const takes = (now: number): boolean => {
    if (body.readableLength <= behindBytes) {
      stuckSince = null
      return true
    }
    behind = true
    stuckSince ??= now
    if (now - stuckSince >= stuckMs) body.destroy()
    return false
  }

  return {
    actor,
    topics,
    scope,
    body,
    get behind() {
      return behind
    },
    send(text, now, whole = false) {
      if (body.destroyed || isOver || !takes(now)) return false
      if (whole) behind = false
      body.push(text)
      return true
    },
    end(text) {
      if (body.destroyed || isOver) return
      isOver = true
      if (text !== undefined) body.push(text)
      body.push(null)
    },
  }
}
