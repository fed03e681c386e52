import type { ChangeArea, LiveChanges } from '@cloud-factory/domain/live/change-areas'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import {
  areasOf,
  type Audience,
  type ChangeEvent,
  changesFor,
  changesOf,
  type KnownChanges,
  type Reading,
} from './changes.rules.ts'
import { type Listener, eventText } from './listener.ts'

/** The outbox, as the feed reads it. */
interface ChangeSource {
  /** Events of a plant after a cursor, oldest first, at most `limit`. */
  readonly after: (plantId: number, cursor: number, limit: number) => Promise<readonly ChangeEvent[]>
  /** Number of the newest event that is older than so many seconds, null: of all; 0: there is none. */
  readonly newest: (plantId: number, olderThanSeconds: number | null) => Promise<number>
}

interface ChangeFeedDeps {
  readonly source: ChangeSource
  readonly clock: Clock
  readonly log: Log
}

export interface ChangeFeed {
  /** Sends a listener the changes since event `since`, and from then on each change. Null: a new listener. */
  follow(one: Listener, since: number | null): void
  leave(one: Listener): void
  /** Whether a listener may still see exactly the areas that it sees now. */
  hearsSame(one: Listener, tags: readonly string[]): boolean
  /** Changes since an event, for clients that no stream reaches. */
  changesSince(plantId: number, audience: Audience, since: number | null): Promise<LiveChanges>
  /** Reads new events and sends them; its own timer calls it. */
  read(): Promise<void>
  close(): void
}

const readEveryMs = 250
const eventsAtOnce = 500
/** If so many reads do not reach the end, everything may have changed. */
const maxReads = 10
/** So many readings are stored; of older ones only the areas that they changed. */
const maxReadings = 200
/** The first reading goes back so far, so that listeners of a restarted process miss nothing. */
const firstReadingSeconds = 30

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
interface PlantChanges extends Mutable<KnownChanges> {
  readings: Reading[]
  areas: Map<ChangeArea, number>
}

interface Follower {
  /** The last event that it was sent; null: none yet. */
  seq: number | null
  isNew: boolean
}

/**
 * Sends open pages what has changed. One reader with one cursor reads the outbox for all listeners, and only while there
 * are any. A slow listener costs nothing: later it gets all that it missed in one frame.
 */
export const createChangeFeed = (deps: ChangeFeedDeps): ChangeFeed => new Feed(deps)

class Feed implements ChangeFeed {
  readonly #deps: ChangeFeedDeps
  readonly #plants = new Map<number, PlantChanges>()
  readonly #running = new Map<number, Promise<PlantChanges>>()
  readonly #followers = new Map<Listener, Follower>()
  #timer: NodeJS.Timeout | null = null
  #isFailing = false

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps
  }

  follow(one: Listener, since: number | null): void {
    this.#followers.set(one, { seq: since, isNew: true })
    this.#timer ??= setInterval(() => void this.read(), readEveryMs).unref()
    void this.read()
  }

  leave(one: Listener): void {
    this.#followers.delete(one)
    if (this.#followers.size === 0) this.close()
  }

  hearsSame(one: Listener, tags: readonly string[]): boolean {
    return !this.#followers.has(one) || areasOf(tags).join() === areasOf(one.actor.tags).join()
  }

  async changesSince(plantId: number, audience: Audience, since: number | null): Promise<LiveChanges> {
    return changesFor(await this.#readPlant(plantId), since, audience, this.#now())
  }

  async read(): Promise<void> {
    const plantIds = new Set([...this.#followers.keys()].map(({ actor }) => actor.plantId))
    try {
      await Promise.all([...plantIds].map((plantId) => this.#notifyPlant(plantId)))
      this.#isFailing = false
    } catch (error) {
      // The next read starts from the same cursor, so nothing is lost. Only the first of several failures is logged.
      if (!this.#isFailing) this.#deps.log.warn({ err: error }, 'the outbox could not be read')
      this.#isFailing = true
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  /** Reads new events of a plant. Concurrent callers share one read. */
  #readPlant(plantId: number): Promise<PlantChanges> {
    const reading =
      this.#running.get(plantId) ?? this.#readNew(plantId).finally(() => this.#running.delete(plantId))
    this.#running.set(plantId, reading)
    return reading
  }

  async #readNew(plantId: number): Promise<PlantChanges> {
    const { source } = this.#deps
    const known = this.#plants.get(plantId) ?? begin(await source.newest(plantId, firstReadingSeconds))
    this.#plants.set(plantId, known)
    for (let count = 0; count < maxReads; count += 1) {
      const events = await source.after(plantId, known.cursor, eventsAtOnce)
      take(known, events, this.#now())
      if (events.length < eventsAtOnce) return known
    }
    this.#plants.set(plantId, begin(await source.newest(plantId, null)))
    return this.#readNew(plantId)
  }

  async #notifyPlant(plantId: number): Promise<void> {
    const known = await this.#readPlant(plantId)
    for (const [one, follower] of this.#followers)
      if (one.actor.plantId === plantId) this.#notify(one, follower, known)
  }

  #notify(one: Listener, follower: Follower, known: PlantChanges): void {
    if (!follower.isNew && follower.seq === known.cursor) return
    const { userId, tags } = one.actor
    const audience = { userId, tags, tab: one.name }
    const frame = changesFor(known, follower.seq, audience, this.#now())
    const isNews = follower.isNew || frame.changes === null || frame.changes.length > 0
    if (isNews && !one.send(eventText(null, 'changed', frame), this.#now())) return
    follower.seq = known.cursor
    follower.isNew = false
  }
}

const begin = (start: number): PlantChanges => ({
  cursor: start,
  start,
  forgotten: start,
  readings: [],
  areas: new Map(),
})

function take(known: PlantChanges, events: readonly ChangeEvent[], at: number): void {
  const seq = events.at(-1)?.seq
  if (seq === undefined) return
  const changes = changesOf(events)
  known.cursor = seq
  known.readings.push({ seq, at, changes })
  for (const { area } of changes) known.areas.set(area, seq)
  while (known.readings.length > maxReadings) known.forgotten = known.readings.shift()?.seq ?? known.forgotten
}
