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

/** Of which of these sessions which tags are left; a session that is over is left out. */
type StillIn = (
  plantId: number,
  sessionIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

export interface HubDeps {
  readonly sources: readonly LiveSource[]
  readonly clock: Clock
  readonly log: Log
  /** Build of the browser part. */
  readonly build: string
  readonly stillIn: StillIn
  /** Streams of one kind that a session may have open on this instance; 4 unless said. */
  readonly perSession?: number | undefined
}

export interface StreamRequest {
  readonly actor: Actor
  readonly topics: readonly LiveTopic[]
  /** Only this part of the topics; all of the plant unless said. */
  readonly scope?: string
  /** Goes on from here where that is still known. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  /** See `listenerName` of the contract. */
  readonly name: string | null
}

export interface LiveHub {
  /** Opens a stream of those topics that the person may hear. Fails `streams.too_many` when the session has enough of them. */
  open(request: StreamRequest): Readable
  /** What happens each second; its own timer calls it. */
  heartbeat(): Promise<void>
  close(): void
}

const heartbeatMs = 1_000
/** What was asked for so long ago is what the next beat would begin with; timers are never exact. */
const ttlMs = 1_500
/** In beats: the whole again, a sign of life, and whether everybody is still signed in. */
const every = { keyframe: 15, ping: 5, check: 4 }
/** A part that nobody has listened to for so many beats is forgotten: who comes back gets the whole. */
const forgetAfter = 60

/**
 * One stream for each tab or screen, one reader of each topic for all of them, one timer for everything: a listener more
 * costs the writing of text that is there already.
 */
export function createLiveHub({
  sources,
  clock,
  log,
  build,
  stillIn,
  perSession = streamsPerSession,
}: HubDeps): LiveHub {
  // Another process, or this one started again, counts anew: its numbers must not be taken for ours.
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

  /** Asks for a part; its change as text, null when there is none or it cannot be told. */
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

  /** A second that takes longer than a second is not run twice at once. */
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

  /** Who came while the topics were asked, for a part that was not, waits for the next beat. */
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
   * Who comes gets what is known already when it was asked for within this second: a beat for each of hundreds who come at once, as
   * after a restart, would tell all the others as often.
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
        // Whoever lost a right or the session comes back and is told by the route what is left.
        if (left === undefined || !one.topics.every((topic) => canHear(left, topic))) one.end()
      }
    }
  }

  const canHear = (tags: readonly string[], topic: LiveTopic): boolean => {
    const source = bySource.get(topic)
    return source !== undefined && satisfies(tags, source.rule)
  }

  /** Ends the stream whose place is taken; rejects another one beyond what a session may have. */
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
      // Who comes sees something at once, not at the next second.
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

/** The revision that an event's id names; null when it is not one of ours. */
function revisionOf(id: string | null, epoch: string): number | null {
  const [, of, rev] = /^([0-9a-f]+)-([0-9]{1,12})$/.exec(id ?? '') ?? []
  return of === epoch ? Number(rev) : null
}

function stop(timer: NodeJS.Timeout): null {
  clearInterval(timer)
  return null
}

/** What is known of a part; `heard`: beat at which somebody last listened, `takenAt`: when it was last asked for, ms. */
interface Known {
  readonly state: TopicState
  heard: number
  takenAt: number | null
}

/** A part of a topic: what one screen shows, or all of a plant. */
interface Part {
  readonly plantId: number
  readonly topic: LiveTopic
  readonly scope: string
}
const keyOf = ({ plantId, topic, scope }: Part): string => `${plantId} ${topic} ${scope}`
