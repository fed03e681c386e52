import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type LiveHandshake, type LiveTopic, streamsPerSession } from '@cloud-factory/contract/live-enums'
import { satisfies } from '@cloud-factory/contract/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import { fail } from '../http/domain-error.ts'
import type { Log } from '../log/log.ts'
import { type Listener, listener, type ListenerIdentity } from './listener.ts'
import type { LiveSource } from './live-source.ts'
import { eventText, type TopicState, topicState } from './topic-state.ts'

/** The remaining tags of these sessions; sessions that have ended are left out. */
type StillIn = (
  plantId: number,
  sessionIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

export interface HubDeps {
  readonly sources: readonly LiveSource[]
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
/** A part without listeners for this many heartbeats is dropped; a listener that returns gets a keyframe. */
const forgetAfter = 60

/**
 * One stream per tab or screen, one reader per topic for all of them, one timer for everything. One more listener
 * costs only the sending of text that already exists.
 */
export function createLiveHub({
  sources,
  clock,
  log,
  build,
  stillIn,
  perSession = streamsPerSession,
}: HubDeps): LiveHub {
  // Another process, or this one after a restart, counts from the beginning: its numbers must not be mixed up with
  // ours.
  const epoch = randomBytes(6).toString('hex')
  const bySource = new Map(sources.map((source) => [source.topic, source]))
  const states = new Map<string, Known>()
  const listeners = new Set<Listener>()
  let rev = 0
  let heartbeats = 0
  let sendingHeartbeats: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const now = () => clock.now().getTime()

  const knownOf = (part: Part): Known => {
    const key = keyOf(part)
    const known = states.get(key) ?? {
      state: topicState(part.topic, epoch),
      heard: heartbeats,
      takenAt: null,
    }
    known.heard = heartbeats
    states.set(key, known)
    return known
  }
  const stateOf = (part: Part): TopicState => knownOf(part).state
  const partsOf = ({ actor, topics, scope }: Listener): Part[] =>
    topics.map((topic) => ({ plantId: actor.plantId, topic, scope }))

  /** Reads a part; returns its change as text, null when nothing changed or it cannot be serialized. */
  async function change(part: Part): Promise<string | null> {
    try {
      const items = await bySource.get(part.topic)?.read(part.plantId, part.scope)
      if (items === undefined) return null
      const known = knownOf(part)
      known.takenAt = now()
      return known.state.take(items, known.takenAt, rev)
    } catch (error) {
      log.warn({ err: error, topic: part.topic }, 'a live topic could not be read')
      return null
    }
  }

  /** If one second's work takes longer than a second, it does not run twice at once. */
  function heartbeat(): Promise<void> {
    sendingHeartbeats ??= oneHeartbeat().finally(() => {
      sendingHeartbeats = null
    })
    return sendingHeartbeats
  }

  async function oneHeartbeat(): Promise<void> {
    if (listeners.size === 0) return
    heartbeats += 1
    rev += 1
    try {
      const parts = new Map([...listeners].flatMap(partsOf).map((part) => [keyOf(part), part]))
      const changes = new Map<string, string | null>()
      const ask = async ([key, part]: readonly [string, Part]) => changes.set(key, await change(part))
      await Promise.all([...parts].map(ask))
      for (const one of listeners) if (isReported(one, changes)) notify(one, changes)
      for (const [key, { heard }] of states) if (heartbeats - heard > forgetAfter) states.delete(key)
      if (heartbeats % every.check === 0) await checkSessions()
    } catch (error) {
      log.warn({ err: error }, 'a beat of the live stream failed')
    }
  }

  /**
   * A listener that connected while the topics were read, for a part that was not read, waits for the next heartbeat.
   */
  const isReported = (one: Listener, changes: ReadonlyMap<string, string | null>): boolean =>
    partsOf(one).every((part) => changes.has(keyOf(part)))

  function notify(one: Listener, changes: ReadonlyMap<string, string | null>): void {
    const parts = partsOf(one)
    if (one.hasBacklog || heartbeats % every.keyframe === 0) return broadcast(one)
    const text = parts.map((part) => changes.get(keyOf(part)) ?? '').join('')
    if (text !== '') one.send(text, now())
    else if (heartbeats % every.ping === 0)
      one.send(eventText(`${epoch}-${rev}`, 'beat', { at: now() }), now())
  }

  function broadcast(one: Listener): void {
    const frames = partsOf(one).map((part) => stateOf(part).keyframe(rev))
    one.send(frames.join(''), now(), true)
  }

  /**
   * A new listener gets the known state if it was read within this second. Otherwise hundreds of listeners that
   * connect at once, as after a restart, would each trigger a read and a broadcast to all others.
   */
  async function greet(one: Listener): Promise<void> {
    await sendingHeartbeats
    if (!one.hasBacklog || !listeners.has(one)) return
    const isFresh = ({ takenAt }: Known) => takenAt !== null && Math.abs(now() - takenAt) <= ttlMs
    if (partsOf(one).map(knownOf).every(isFresh)) broadcast(one)
    else await heartbeat()
  }

  async function checkSessions(): Promise<void> {
    for (const plantId of new Set([...listeners].map(({ actor }) => actor.plantId))) {
      const own = [...listeners].filter(({ actor }) => actor.plantId === plantId)
      const tags = await stillIn(plantId, [...new Set(own.map(({ actor }) => actor.sessionId))])
      for (const one of own) {
        const left = tags.get(one.actor.sessionId)
        // Clients whose access was revoked are disconnected; the route checks again when they reconnect.
        if (left === undefined || !one.topics.every((topic) => canHear(left, topic))) one.end()
      }
    }
  }

  const canHear = (tags: readonly string[], topic: LiveTopic): boolean => {
    const source = bySource.get(topic)
    return source !== undefined && satisfies(tags, source.rule)
  }

  /** Ends the stream with the same name; rejects a further one beyond the session's limit. */
  function makeRoom({ actor, kind, name }: ListenerIdentity): void {
    const own = [...listeners].filter(
      (other) => other.actor.sessionId === actor.sessionId && other.kind === kind,
    )
    const before = name === null ? undefined : own.find((other) => other.name === name)
    if (before !== undefined) before.body.destroy()
    else if (own.length >= perSession)
      fail('streams.too_many', { retryAfter: 60, params: { limit: perSession } })
  }

  function resume(one: Listener, lastEventId: string | null): void {
    const last = revisionOf(lastEventId, epoch)
    const missed = partsOf(one).map((part) => (last === null ? null : stateOf(part).since(last)))
    if (missed.every((changes) => changes !== null)) one.send(missed.flat().join(''), now(), true)
  }

  return {
    open({ actor, topics, scope = '', lastEventId, signal, name }) {
      const identity = { actor, kind: topics.includes('wall') ? 'wall' : 'office', name } as const
      makeRoom(identity)
      const heard = topics.filter((topic) => canHear(actor.tags, topic))
      const one = listener(identity, heard, scope)
      const handshake: LiveHandshake = { build, now: now() }
      one.send(`retry: 1000\n${eventText(null, 'hello', handshake)}`, now())
      resume(one, lastEventId)
      const leave = () => {
        listeners.delete(one)
        one.body.destroy()
        if (listeners.size === 0 && timer !== null) timer = stop(timer)
      }
      listeners.add(one)
      one.body.once('close', leave)
      signal.addEventListener('abort', leave, { once: true })
      timer ??= setInterval(() => void heartbeat(), heartbeatMs).unref()
      // A new listener gets data at once, not at the next second.
      if (one.hasBacklog) void greet(one)
      return one.body
    },
    heartbeat,
    close() {
      if (timer !== null) timer = stop(timer)
      for (const one of listeners) one.end()
    },
  }
}

/** The revision in an event id; null when the id is not one of ours. */
function revisionOf(id: string | null, epoch: string): number | null {
  const [, of, rev] = /^([0-9a-f]+)-([0-9]{1,12})$/.exec(id ?? '') ?? []
  return of === epoch ? Number(rev) : null
}

function stop(timer: NodeJS.Timeout): null {
  clearInterval(timer)
  return null
}

/** Known state of a part. `heard`: last heartbeat with a listener; `takenAt`: time of the last read, ms. */
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
