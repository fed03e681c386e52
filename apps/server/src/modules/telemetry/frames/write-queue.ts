import type { Batch, LinkUpdate, QueuedEvent, QueuedFrame, Ticket } from './batch.types.ts'

/** A queue whose ends are both cheap. */
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

/** Values of loose frames that may wait at most. */
const maxQos0 = 100_000
/** Loose events and those who wait for loose messages, and loose frames out of a gateway's store, that may wait at most. */
const maxEvents = 10_000
const maxLate = 20_000
/** Frames and events of one batch; so many places of it are for late frames when some wait. */
const maxAtOnce = 2000
const forLate = 200

interface Numbered<T> {
  readonly n: number
  readonly item: T
}

/**
 * What waits to be written. Frames sent with QoS 1 wait as long as it takes, since their senders wait with them and send no
 * more than they may have under way. Frames sent with QoS 0 are loose: nobody waits for them, so there is a limit, and
 * the oldest go first, those that tell a change of state excepted. What comes out of a gateway's store goes behind all; of it,
 * and of events, nothing loose is taken any more when too much waits.
 */
export class WriteQueue {
  readonly #kept = new Ring<Numbered<QueuedFrame>>()
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
    return this.#kept.size + this.#loose.size + this.#late.size
  }

  /** So many events wait that no loose one is taken. */
  get isFullOfEvents(): boolean {
    return this.#events.length >= maxEvents
  }

  /** So many wait to be told that what they sent is written. */
  get isFullOfTickets(): boolean {
    return this.#tickets.length >= maxEvents
  }

  /** Returns how many frames had to go for it. */
  add(frame: QueuedFrame, isQos0: boolean): number {
    if (isQos0 && !frame.live && this.#late.size >= maxLate) {
      this.dropped += 1
      return 1
    }
    this.#n += 1
    if (!frame.live) this.#late.push(frame)
    else if (isQos0) this.#loose.push({ n: this.#n, item: frame })
    else this.#kept.push({ n: this.#n, item: frame })
    this.#wake()
    return isQos0 && frame.live ? this.#makeRoom(frame.values.length) : 0
  }

  link(update: LinkUpdate): void {
    const waiting = this.#links.get(update.machineId)
    const { online, boot, profile, firmware } = { ...waiting, ...given(update) }
    // It counts how it was before the first of those that wait, unless it was silent since.
    const since = waiting?.silentSince ?? update.silentSince
    const silentSince = since === undefined ? waiting?.silentSince : since
    this.#links.set(update.machineId, { ...update, silentSince, online, boot, profile, firmware })
    this.#wake()
  }

  event(event: QueuedEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  /** Resolved after everything that waits now. */
  ticket(ticket: Ticket): void {
    this.#tickets.push(ticket)
    this.#wake()
  }

  /** The next to be written: what is live first, in the order in which it came. */
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
    const kept = this.#kept.peek()
    const loose = this.#loose.peek()
    if (loose === undefined || (kept !== undefined && kept.n < loose.n)) return this.#kept.shift()?.item
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

const given = (update: LinkUpdate) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as LinkUpdate
