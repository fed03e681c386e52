import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type LiveHandshake, type LiveTopic, streamsPerSession } from '@cloud-factory/domain/live/live-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import { fail } from '../http/domain-error.ts'
import type { Log } from '../log/log.ts'
import type { ChangeFeed } from './change-feed.ts'
import {
  type Listener,
  listener,
  type ListenerIdentity,
  eventText,
  type TopicState,
  topicState,
} from './listener.ts'
import type { LiveSource } from './snapshot-reader.ts'

/** The remaining tags of these sessions; sessions that have ended are left out. */
type StillIn = (
  plantId: number,
  sessionIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

export interface HubDeps {
  readonly sources: readonly LiveSource[]
  readonly changes: ChangeFeed
  readonly clock: Clock
  readonly log: Log
  /** Build id of the front end. */
  readonly build: string
  readonly stillIn: StillIn
  /** Streams of one kind that a session may have open on this instance; default 4. */
  readonly perSession?: number | undefined
}

export interface StreamRequest {
  readonly actor: Actor
  readonly topics: readonly LiveTopic[]
  /** Only this part of the topics; default: the whole plant. */
  readonly scope?: string
  /** Also sends what changes, from event `since` on; null: from now on. Left out: no changes. */
  readonly changes?: { readonly since: number | null } | undefined
  /** Resumes after this event if it is still known. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  /** See `listenerName` of the contract. */
  readonly name: string | null
}

export interface LiveHub {
  /**
   * Opens a stream of those topics that the person may read. Fails with `streams.too_many` when the session has too
   * many.
   */
  open(request: StreamRequest): Readable
  /** The work of each second; its own timer calls it. */
  heartbeat(): Promise<void>
  close(): void
}

const heartbeatMs = 1_000
/** A value this old would be read again at the next heartbeat; timers are never exact. */
const ttlMs = 1_500
/** In heartbeats: a keyframe, a ping, and the session check. */
const every = { keyframe: 15, ping: 5, check: 4 }
/** A replaced stream is cut when its client has not read its end by then. */
const replacedMs = 5_000
/** A part without listeners for this many heartbeats is dropped; a listener that returns gets a keyframe. */
const forgetAfter = 60

/**
 * One stream per tab or screen, one reader per topic for all of them, one timer for everything. One more listener
 * costs only the sending of text that already exists.
 */
export const createLiveHub = (deps: HubDeps): LiveHub => new Hub(deps)

class Hub implements LiveHub {
  readonly #deps: HubDeps
  // Each process counts from zero. The epoch keeps revisions of another process from being taken for ours.
  readonly #epoch = randomBytes(6).toString('hex')
  readonly #bySource: ReadonlyMap<LiveTopic, LiveSource>
  readonly #states = new Map<string, Known>()
  readonly #listeners = new Set<Listener>()
  #rev = 0
  #heartbeats = 0
  #sendingHeartbeats: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#bySource = new Map(deps.sources.map((source) => [source.topic, source]))
  }

  open({ actor, topics, scope = '', changes, lastEventId, signal, name }: StreamRequest): Readable {
    const identity = { actor, kind: topics.includes('wall') ? 'wall' : 'office', name } as const
    this.#makeRoom(identity)
    const heard = topics.filter((topic) => this.#canHear(actor.tags, topic))
    const one = listener(identity, heard, scope)
    const handshake: LiveHandshake = { build: this.#deps.build, now: this.#now() }
    one.send(`retry: 1000\n${eventText(null, 'hello', handshake)}`, this.#now())
    this.#resume(one, lastEventId)
    this.#listeners.add(one)
    const leave = () => this.#leave(one)
    one.body.once('close', leave)
    signal.addEventListener('abort', leave, { once: true })
    this.#timer ??= setInterval(() => void this.heartbeat(), heartbeatMs).unref()
    // A new listener gets data at once, not a second later.
    if (one.hasBacklog) void this.#greet(one)
    if (changes !== undefined) this.#deps.changes.follow(one, changes.since)
    return one.body
  }

  /** A heartbeat that takes longer than a second does not overlap with the next one. */
  heartbeat(): Promise<void> {
    this.#sendingHeartbeats ??= this.#oneHeartbeat().finally(() => {
      this.#sendingHeartbeats = null
    })
    return this.#sendingHeartbeats
  }

  close(): void {
    this.#stopTimer()
    this.#deps.changes.close()
    for (const one of this.#listeners) one.end()
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #leave(one: Listener): void {
    this.#listeners.delete(one)
    this.#deps.changes.leave(one)
    one.body.destroy()
    if (this.#listeners.size === 0) this.#stopTimer()
  }

  #knownOf(part: Part): Known {
    const key = keyOf(part)
    const known = this.#states.get(key) ?? {
      state: topicState(part.topic, this.#epoch),
      heard: this.#heartbeats,
      takenAt: null,
    }
    known.heard = this.#heartbeats
    this.#states.set(key, known)
    return known
  }

  #stateOf(part: Part): TopicState {
    return this.#knownOf(part).state
  }

  /** Reads a part; returns its change as text, null when nothing changed or the read failed. */
  async #change(part: Part): Promise<string | null> {
    try {
      const items = await this.#bySource.get(part.topic)?.read(part.plantId, part.scope)
      if (items === undefined) return null
      const known = this.#knownOf(part)
      known.takenAt = this.#now()
      return known.state.take(items, known.takenAt, this.#rev)
    } catch (error) {
      this.#deps.log.warn({ err: error, topic: part.topic }, 'a live topic could not be read')
      return null
    }
  }

  async #oneHeartbeat(): Promise<void> {
    if (this.#listeners.size === 0) return
    this.#heartbeats += 1
    this.#rev += 1
    try {
      const parts = new Map([...this.#listeners].flatMap(partsOf).map((part) => [keyOf(part), part]))
      const changes = new Map<string, string | null>()
      const ask = async ([key, part]: readonly [string, Part]) => changes.set(key, await this.#change(part))
      await Promise.all([...parts].map(ask))
      for (const one of this.#listeners) if (isReported(one, changes)) this.#notify(one, changes)
      for (const [key, { heard }] of this.#states)
        if (this.#heartbeats - heard > forgetAfter) this.#states.delete(key)
      if (this.#heartbeats % every.check === 0) await this.#checkSessions()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a beat of the live stream failed')
    }
  }

  #notify(one: Listener, changes: ReadonlyMap<string, string | null>): void {
    if (one.hasBacklog || this.#heartbeats % every.keyframe === 0) return this.#broadcast(one)
    const text = partsOf(one)
      .map((part) => changes.get(keyOf(part)) ?? '')
      .join('')
    if (text !== '') one.send(text, this.#now())
    else if (this.#heartbeats % every.ping === 0) one.send(this.#beat(), this.#now())
  }

  #beat(): string {
    return eventText(`${this.#epoch}-${this.#rev}`, 'beat', { at: this.#now() })
  }

  #broadcast(one: Listener): void {
    const frames = partsOf(one).map((part) => this.#stateOf(part).keyframe(this.#rev))
    one.send(frames.length === 0 ? this.#beat() : frames.join(''), this.#now(), true)
  }

  /**
   * A new listener gets the known state if that was read within the last second. After a restart hundreds join at once: a
   * heartbeat for each would send to all the others as often.
   */
  async #greet(one: Listener): Promise<void> {
    await this.#sendingHeartbeats
    if (!one.hasBacklog || !this.#listeners.has(one)) return
    const now = this.#now()
    const isFresh = ({ takenAt }: Known) => takenAt !== null && Math.abs(now - takenAt) <= ttlMs
    const known = partsOf(one).map((part) => this.#knownOf(part))
    if (known.every(isFresh)) this.#broadcast(one)
    else await this.heartbeat()
  }

  async #checkSessions(): Promise<void> {
    for (const plantId of new Set([...this.#listeners].map(({ actor }) => actor.plantId))) {
      const own = [...this.#listeners].filter(({ actor }) => actor.plantId === plantId)
      const sessionIds = [...new Set(own.map(({ actor }) => actor.sessionId))]
      const tags = await this.#deps.stillIn(plantId, sessionIds)
      for (const one of own) {
        const left = tags.get(one.actor.sessionId)
        // Clients whose access was revoked are disconnected; the route checks again when they reconnect.
        const keepsAll = left !== undefined && one.topics.every((topic) => this.#canHear(left, topic))
        if (!keepsAll || !this.#deps.changes.hearsSame(one, left)) one.end()
      }
    }
  }

  #canHear(tags: readonly string[], topic: LiveTopic): boolean {
    const source = this.#bySource.get(topic)
    return source !== undefined && satisfies(tags, source.rule)
  }

  /** Ends the stream whose place is taken; rejects another one beyond what a session may have. */
  #makeRoom({ actor, kind, name }: ListenerIdentity): void {
    const limit = this.#deps.perSession ?? streamsPerSession
    const own = [...this.#listeners].filter(
      (other) => other.actor.sessionId === actor.sessionId && other.kind === kind,
    )
    const before = name === null ? undefined : own.find((other) => other.name === name)
    if (before !== undefined) this.#replace(before)
    else if (own.length >= limit) fail('streams.too_many', { retryAfter: 60, params: { limit } })
  }

  /**
   * Ends a stream whose client opened another one. Cleanly, because its browser may not have closed it yet and would
   * report a cut connection as an error.
   */
  #replace(one: Listener): void {
    this.#listeners.delete(one)
    this.#deps.changes.leave(one)
    one.end()
    setTimeout(() => one.body.destroy(), replacedMs).unref()
  }

  #resume(one: Listener, lastEventId: string | null): void {
    const last = revisionOf(lastEventId, this.#epoch)
    const missed = partsOf(one).map((part) => (last === null ? null : this.#stateOf(part).since(last)))
    if (missed.length > 0 && missed.every((changes) => changes !== null))
      one.send(missed.flat().join(''), this.#now(), true)
  }
}

const partsOf = ({ actor, topics, scope }: Listener): Part[] =>
  topics.map((topic) => ({ plantId: actor.plantId, topic, scope }))

/** False for a listener that joined during the read: it waits for the next heartbeat. */
const isReported = (one: Listener, changes: ReadonlyMap<string, string | null>): boolean =>
  partsOf(one).every((part) => changes.has(keyOf(part)))

/** The revision that an event's id names; null when it is not one of ours. */
function revisionOf(id: string | null, epoch: string): number | null {
  const [, of, rev] = /^([0-9a-f]+)-([0-9]{1,12})$/.exec(id ?? '') ?? []
  return of === epoch ? Number(rev) : null
}

/** What is known of a part; `heard`: beat at which somebody last listened, `takenAt`: when it was last asked for, ms. */
interface Known {
  readonly state: TopicState
  heard: number
  takenAt: number | null
}

/** A part of a topic: what one screen shows, or the whole plant. */
interface Part {
  readonly plantId: number
  readonly topic: LiveTopic
  readonly scope: string
}
const keyOf = ({ plantId, topic, scope }: Part): string => `${plantId} ${topic} ${scope}`
