import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { LiveHello, LiveTopic } from '@cloud-factory/contract/live-words'
import { satisfies } from '@cloud-factory/contract/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import { type Listener, listener } from './listener.ts'
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
}

export interface LiveHub {
  /**
   * Opens a stream of those topics that the person may hear, from `lastEventId` on where that is still known; `scope`: only
   * that part of them.
   */
  open(
    actor: Actor,
    topics: readonly LiveTopic[],
    lastEventId: string | null,
    signal: AbortSignal,
    scope?: string,
  ): Readable
  /** What happens each second; its own timer calls it. */
  beat(): Promise<void>
  close(): void
}

const beatMs = 1_000
/** What was asked for so long ago is what the next beat would begin with; timers are never exact. */
const freshMs = 1_500
/** In beats: the whole again, a sign of life, and whether everybody is still signed in. */
const every = { keyframe: 15, ping: 5, check: 4 }
/** A part that nobody has listened to for so many beats is forgotten: who comes back gets the whole. */
const forgetAfter = 60

/**
 * One stream for each tab or screen, one reader of each topic for all of them, one timer for everything: a listener more
 * costs the writing of text that is there already.
 */
export function createLiveHub({ sources, clock, log, build, stillIn }: HubDeps): LiveHub {
  // Another process, or this one started again, counts anew: its numbers must not be taken for ours.
  const epoch = randomBytes(6).toString('hex')
  const bySource = new Map(sources.map((source) => [source.topic, source]))
  const states = new Map<string, Known>()
  const listeners = new Set<Listener>()
  let rev = 0
  let beats = 0
  let beating: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  const now = () => clock.now().getTime()

  const knownOf = (part: Part): Known => {
    const key = keyOf(part)
    const known = states.get(key) ?? { state: topicState(part.topic, epoch), heard: beats, takenAt: null }
    known.heard = beats
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
  function beat(): Promise<void> {
    beating ??= oneBeat().finally(() => {
      beating = null
    })
    return beating
  }

  async function oneBeat(): Promise<void> {
    if (listeners.size === 0) return
    beats += 1
    rev += 1
    try {
      const parts = new Map([...listeners].flatMap(partsOf).map((part) => [keyOf(part), part]))
      const changes = new Map<string, string | null>()
      const ask = async ([key, part]: readonly [string, Part]) => changes.set(key, await change(part))
      await Promise.all([...parts].map(ask))
      for (const one of listeners) if (isTold(one, changes)) tell(one, changes)
      for (const [key, { heard }] of states) if (beats - heard > forgetAfter) states.delete(key)
      if (beats % every.check === 0) await checkSessions()
    } catch (error) {
      log.warn({ err: error }, 'a beat of the live stream failed')
    }
  }

  /** Who came while the topics were asked, for a part that was not, waits for the next beat. */
  const isTold = (one: Listener, changes: ReadonlyMap<string, string | null>): boolean =>
    partsOf(one).every((part) => changes.has(keyOf(part)))

  function tell(one: Listener, changes: ReadonlyMap<string, string | null>): void {
    const parts = partsOf(one)
    if (one.behind || beats % every.keyframe === 0) return tellAll(one)
    const text = parts.map((part) => changes.get(keyOf(part)) ?? '').join('')
    if (text !== '') one.send(text, now())
    else if (beats % every.ping === 0) one.send(eventText(`${epoch}-${rev}`, 'beat', { at: now() }), now())
  }

  function tellAll(one: Listener): void {
    const frames = partsOf(one).map((part) => stateOf(part).keyframe(rev))
    one.send(frames.join(''), now(), true)
  }

  /**
   * Who comes gets what is known already when it was asked for within this second: a beat for each of hundreds who come at once, as
   * after a restart, would tell all the others as often.
   */
  async function welcome(one: Listener): Promise<void> {
    await beating
    if (!one.behind || !listeners.has(one)) return
    const isFresh = ({ takenAt }: Known) => takenAt !== null && Math.abs(now() - takenAt) <= freshMs
    if (partsOf(one).map(knownOf).every(isFresh)) tellAll(one)
    else await beat()
  }

  async function checkSessions(): Promise<void> {
    for (const plantId of new Set([...listeners].map(({ actor }) => actor.plantId))) {
      const own = [...listeners].filter(({ actor }) => actor.plantId === plantId)
      const tags = await stillIn(plantId, [...new Set(own.map(({ actor }) => actor.sessionId))])
      for (const one of own) {
        const left = tags.get(one.actor.sessionId)
        // Whoever lost a right or the session comes back and is told by the door what is left.
        if (left === undefined || !one.topics.every((topic) => mayHear(left, topic))) one.end()
      }
    }
  }

  const mayHear = (tags: readonly string[], topic: LiveTopic): boolean => {
    const source = bySource.get(topic)
    return source !== undefined && satisfies(tags, source.rule)
  }

  function resume(one: Listener, lastEventId: string | null): void {
    const last = revisionOf(lastEventId, epoch)
    const missed = partsOf(one).map((part) => (last === null ? null : stateOf(part).since(last)))
    if (missed.every((changes) => changes !== null)) one.send(missed.flat().join(''), now(), true)
  }

  return {
    open(actor, topics, lastEventId, signal, scope = '') {
      const heard = topics.filter((topic) => mayHear(actor.tags, topic))
      const one = listener(actor, heard, scope)
      const hello: LiveHello = { build, now: now() }
      one.send(`retry: 1000\n${eventText(null, 'hello', hello)}`, now())
      resume(one, lastEventId)
      const leave = () => {
        listeners.delete(one)
        one.body.destroy()
        if (listeners.size === 0 && timer !== null) timer = stop(timer)
      }
      listeners.add(one)
      one.body.once('close', leave)
      signal.addEventListener('abort', leave, { once: true })
      timer ??= setInterval(() => void beat(), beatMs).unref()
      // Who comes sees something at once, not at the next second.
      if (one.behind) void welcome(one)
      return one.body
    },
    beat,
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
