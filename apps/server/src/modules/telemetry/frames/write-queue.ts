import type { Batch, LinkUpdate, QueuedEvent, QueuedFrame, Ticket } from '../telemetry.types.ts'

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
    else this.#kept.push({ n: this.#n, item: frame })
    this.#wake()
    return isQos0 && frame.live ? this.#makeRoom(frame.values.length) : 0
  }

  link(update: LinkUpdate): void {
    const waiting = this.#links.get(update.machineId)
    const { online, boot, profile, firmware } = { ...waiting, ...given(update) }
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
