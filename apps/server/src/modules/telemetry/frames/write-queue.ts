import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { sql } from 'kysely'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { type Database, type Reads, readRows } from '../../../platform/db/handles.ts'
import type { Batch, LinkUpdate, QueuedEvent, QueuedFrame, Ticket } from '../telemetry.types.ts'

const dayMs = 86_400_000
/** Partitions are created this long before they are needed. */
const daysAhead = 7

type Span = 'day' | 'month' | 'year'
interface Parted {
  readonly table: string
  readonly span: Span
  /** Whole partitions older than this are dropped. */
  readonly retentionDays: number
}

const parted: readonly Parted[] = [
  { table: 'telemetry_frames', span: 'day', retentionDays: rawDays },
  { table: 'telemetry_minutes', span: 'month', retentionDays: 90 },
  { table: 'telemetry_hours', span: 'year', retentionDays: 5 * 366 },
]

interface Part {
  readonly table: string
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Created on demand. Returns the first day of the span that contains the instant, and the first day after the span. */
function partOf(table: string, span: Span, at: number): Part {
  const day = new Date(at)
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  const start = Date.UTC(year, span === 'year' ? 0 : month, span === 'day' ? date : 1)
  const end =
    span === 'day'
      ? start + dayMs
      : span === 'month'
        ? Date.UTC(year, month + 1, 1)
        : Date.UTC(year + 1, 0, 1)
  const from = new Date(start).toISOString().slice(0, 10)
  const to = new Date(end).toISOString().slice(0, 10)
  const length = { year: 4, month: 7, day: 10 }[span]
  return { table, name: `${table}_${from.slice(0, length).replaceAll('-', '')}`, from, to }
}

/** Creates partitions before rows need them and drops expired partitions. */
export class Partitions {
  readonly #db: Database
  readonly #known = new Set<string>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Ensures that partitions exist for frames of these instants and for their rollups. */
  async ensure(instants: readonly number[]): Promise<void> {
    const missing = new Map<string, Part>()
    for (const at of new Set(instants.map((at) => Math.floor(at / dayMs) * dayMs))) {
      for (const { table, span } of parted) {
        const part = partOf(table, span, at)
        if (!this.#known.has(part.name)) missing.set(part.name, part)
      }
    }
    if (missing.size > 0) await this.#make([...missing.values()])
  }

  /** Partitions of the coming week. */
  async ahead(now: number): Promise<void> {
    await this.ensure(Array.from({ length: daysAhead + 1 }, (_, day) => now + day * dayMs))
  }

  async #make(parts: readonly Part[]): Promise<void> {
    await this.#db.tx(async (write) => {
      await advisoryLock(write, 'partitions')
      for (const { table, name, from, to } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
          for values from (${sql.lit(`${from} 00:00+00`)}) to (${sql.lit(`${to} 00:00+00`)})`.execute(write)
      }
    })
    for (const { name } of parts) this.#known.add(name)
  }

  /** Returns the names of the dropped partitions. */
  async dropOld(now: number): Promise<string[]> {
    const there = await partitionNames(this.#db.reads)
    const old = there.filter(({ table, name }) => {
      const rule = parted.find((one) => one.table === table)
      return rule !== undefined && name < partOf(table, rule.span, now - rule.retentionDays * dayMs).name
    })
    for (const { name } of old) {
      this.#known.delete(name)
      await this.#db.tx((write) => sql`drop table if exists ${sql.table(name)}`.execute(write))
    }
    return old.map(({ name }) => name)
  }
}

const partitionNames = (reads: Reads) =>
  readRows(
    reads,
    sql<{ table: string; name: string }>`
      select parent.relname as table, part.relname as name
      from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
      where parent.relname = any(${parted.map(({ table }) => table)}::text[])
        and parent.relnamespace = 'public'::regnamespace`,
  )

/** A queue with constant-time operations at both ends. */
class Ring<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  peek(): T | undefined {
    return this.#items[this.#head]
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}

/** Maximum number of values of QoS 0 frames in the queue. */
const maxQos0 = 100_000
/** Maximum number of QoS 0 events, of callers waiting for QoS 0 messages, and of QoS 0 frames from a gateway's buffer. */
const maxEvents = 10_000
const maxLate = 20_000
/** Maximum number of frames and events of one batch, and how many of its places are reserved for late frames when some wait. */
const maxAtOnce = 2000
const forLate = 200

interface Numbered<T> {
  readonly n: number
  readonly item: T
}

/**
 * Queue of frames and events to write. Frames sent with QoS 1 wait without limit: their senders wait for the acknowledgement and limit the messages
 * in flight. Frames sent with QoS 0 have a limit because no sender waits for them. Beyond it the oldest are dropped first, except frames with a state
 * change. Buffered frames of a gateway are written last. When the queue is full, QoS 0 buffered frames and QoS 0 events are rejected.
 */
export class WriteQueue {
  readonly #storedFrames = new Ring<Numbered<QueuedFrame>>()
  readonly #loose = new Ring<Numbered<QueuedFrame>>()
  readonly #late = new Ring<QueuedFrame>()
  #links = new Map<number, LinkUpdate>()
  #events: QueuedEvent[] = []
  #tickets: Ticket[] = []
  #n = 0
  #qos0Values = 0
  /** Frames dropped since the start. */
  dropped = 0
  readonly #wake: () => void

  constructor(wake: () => void) {
    this.#wake = wake
  }

  get isEmpty(): boolean {
    return (
      this.waiting === 0 && this.#links.size === 0 && this.#events.length === 0 && this.#tickets.length === 0
    )
  }

  /** Frames that wait. */
  get waiting(): number {
    return this.#storedFrames.size + this.#loose.size + this.#late.size
  }

  /** Whether the queue has so many events that it rejects QoS 0 events. */
  get isFullOfEvents(): boolean {
    return this.#events.length >= maxEvents
  }

  /** Whether so many callers wait for their write that no more are accepted. */
  get isFullOfTickets(): boolean {
    return this.#tickets.length >= maxEvents
  }

  /** Returns how many frames were dropped to make room. */
  add(frame: QueuedFrame, isQos0: boolean): number {
    if (isQos0 && !frame.live && this.#late.size >= maxLate) {
      this.dropped += 1
      return 1
    }
    this.#n += 1
    if (!frame.live) this.#late.push(frame)
    else if (isQos0) this.#loose.push({ n: this.#n, item: frame })
    else this.#storedFrames.push({ n: this.#n, item: frame })
    this.#wake()
    return isQos0 && frame.live ? this.#makeRoom(frame.values.length) : 0
  }

  link(update: LinkUpdate): void {
    const waiting = this.#links.get(update.machineId)
    const { online, boot, profile, firmware } = { ...waiting, ...applied(update) }
    // The link status before the first waiting frame counts, unless the machine was silent since then.
    const since = waiting?.silentSince ?? update.silentSince
    const silentSince = since === undefined ? waiting?.silentSince : since
    this.#links.set(update.machineId, { ...update, silentSince, online, boot, profile, firmware })
    this.#wake()
  }

  event(event: QueuedEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  /** Resolves after everything in the queue is written. */
  ticket(ticket: Ticket): void {
    this.#tickets.push(ticket)
    this.#wake()
  }

  /** The next entries to write: live ones first, in order of arrival. */
  take(): Batch {
    const frames: QueuedFrame[] = []
    const maxLive = maxAtOnce - Math.min(forLate, this.#late.size)
    for (let next; frames.length < maxLive && (next = this.#nextLive()) !== undefined; ) frames.push(next)
    for (let next; frames.length < maxAtOnce && (next = this.#late.shift()) !== undefined; ) frames.push(next)
    const batch = {
      frames,
      links: [...this.#links.values()],
      events: this.#events.splice(0, maxAtOnce),
      tickets: this.#waitsForBacklog() ? [] : this.#tickets.splice(0),
    }
    this.#links = new Map()
    return batch
  }

  #waitsForBacklog(): boolean {
    return this.waiting > 0 || this.#events.length > 0
  }

  #nextLive(): QueuedFrame | undefined {
    const storedFrame = this.#storedFrames.peek()
    const loose = this.#loose.peek()
    if (loose === undefined || (storedFrame !== undefined && storedFrame.n < loose.n))
      return this.#storedFrames.shift()?.item
    this.#qos0Values -= loose.item.values.length
    return this.#loose.shift()?.item
  }

  #makeRoom(values: number): number {
    this.#qos0Values += values
    let gone = 0
    while (this.#qos0Values > maxQos0) {
      const oldest = this.#loose.shift()
      if (oldest === undefined) break
      this.#qos0Values -= oldest.item.values.length
      gone += 1
    }
    this.dropped += gone
    return gone
  }
}

const applied = (update: LinkUpdate) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as LinkUpdate
