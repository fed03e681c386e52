/** Number of boots that are remembered per machine. */
const maxBoots = 8

/**
 * State of each of a machine's last boots. After an outage a broker redelivers unacknowledged messages between new ones, and a gateway that restarts
 * often may have messages of several boots.
 */
class LastBoots<T> {
  readonly #known = new Map<string, T>()
  readonly #make: () => T
  #latest: T | null = null

  constructor(make: () => T) {
    this.#make = make
  }

  /** State of the latest boot; null = none is known. */
  get latest(): T | null {
    return this.#latest
  }

  find(boot: string): T | null {
    return this.#known.get(boot) ?? null
  }

  /** An unknown boot starts now. */
  of(boot: string): T {
    return this.find(boot) ?? this.begin(boot, this.#make())
  }

  begin(boot: string, made: T): T {
    this.#known.delete(boot)
    this.#known.set(boot, made)
    this.#latest = made
    const [first] = this.#known.keys()
    if (this.#known.size > maxBoots && first !== undefined) this.#known.delete(first)
    return made
  }
}

/** Indexes into `valueQualities`. */
const good = 0
const skewed = 2
export const unusable = 3

/** Up to this error a clock counts as correct, ms. */
const right = 2000
/** Up to this error the clock is corrected, ms. */
const mendable = 5 * 60_000
/** A value this far ahead of the server's clock cannot be valid, ms. */
const ahead = 10_000
/** Window in which the smallest delay is searched, ms. */
const span = 5 * 60_000

/** When a value was measured by the server's clock, and its quality. */
export interface Judged {
  readonly at: number
  readonly quality: typeof good | typeof skewed | typeof unusable
}

/** What a message says about its place among the sender's messages. */
interface SentOrder {
  /** A redelivery, whose age says nothing about an unknown clock. */
  readonly again?: boolean
  readonly seq?: number | null
  /** See `SentFrame`. */
  readonly sentAt?: number | undefined
}

/**
 * Offset between a machine's clock and the server's clock. A message arrives after it was sent, so the smallest difference of the last minutes is the
 * clock error; a larger difference is transport delay. Each boot has its own clock. Clocks of recent boots stay known, because their messages may be
 * delivered again much later.
 */
export class SenderClock {
  readonly #boots = new LastBoots(() => new BootClock())

  /** `offset` in ms of this boot, as known before this process started. */
  remember(boot: string, offset: number): void {
    this.#boots.begin(boot, new BootClock(offset))
  }

  /** Whether a boot is the latest or an earlier one; null = its clock is not known. */
  isLatest(boot: string): boolean | null {
    const known = this.#boots.find(boot)
    return known === null ? null : known === this.#boots.latest
  }

  /** Server's clock minus the machine's clock, ms; null = not known yet. */
  get offset(): number | null {
    return this.#boots.latest?.offset ?? null
  }

  /**
   * A value that was sent when it was measured. A value that is numbered after another never lies before it, even if the clock
   * was set back between them.
   */
  live(boot: string, ts: number | null, receivedAt: number, order: SentOrder = {}): Judged {
    const { again, seq = null, sentAt } = order
    if (ts === null) return { at: receivedAt, quality: good }
    if (again === true && this.#boots.find(boot) === null)
      return this.stored(ts, receivedAt) ?? { at: receivedAt, quality: unusable }
    const clock = this.#boots.of(boot)
    const isNext = clock.isNext(seq)
    // A redelivery may be hours late. With only redeliveries in the window, their delay would be mistaken for the clock error.
    if (again !== true) clock.learn(sentAt ?? ts, receivedAt, isNext || sentAt !== undefined)
    const judged = judgedBy(clock.offset ?? 0, ts, receivedAt)
    return clock.inOrder(judged, isNext)
  }

  /** A buffered value of a gateway; its age says nothing about the clock. Null = its time is in the future. */
  stored(ts: number, receivedAt: number): Judged | null {
    const offset = this.offset ?? 0
    const isMended = Math.abs(offset) > right && offset >= -ahead && offset <= mendable
    const at = isMended ? ts + offset : ts
    return at > receivedAt + ahead ? null : { at, quality: isMended ? skewed : good }
  }
}

function judgedBy(offset: number, ts: number, receivedAt: number): Judged {
  const isBeyond = offset < -ahead || offset > mendable || ts + offset > receivedAt + ahead
  if (isBeyond) return { at: receivedAt, quality: unusable }
  return Math.abs(offset) <= right ? { at: ts, quality: good } : { at: ts + offset, quality: skewed }
}

class BootClock {
  #least = Infinity
  #before: number
  #turnAt: number | null = null
  /** Number and instant of the latest numbered value, and the latest time that was sent in order. */
  #seq = -1
  #at = -Infinity
  #sentAt = -Infinity

  constructor(known = Infinity) {
    this.#before = known
  }

  get offset(): number | null {
    const offset = Math.min(this.#least, this.#before)
    return Number.isFinite(offset) ? offset : null
  }

  /** `isOrdered`: it was sent after the last ordered message. */
  learn(sentAt: number, now: number, isOrdered: boolean): void {
    if (isOrdered) this.#noticeSetBack(sentAt)
    if (this.#turnAt !== null && now >= this.#turnAt) {
      // Two half windows alternate. After a silence the last known half still counts.
      if (Number.isFinite(this.#least)) this.#before = this.#least
      this.#least = Infinity
      this.#turnAt = null
    }
    this.#turnAt ??= now + span / 2
    this.#least = Math.min(this.#least, now - sentAt)
  }

  /** Whether a value comes after all others by its number; remembers the number. */
  isNext(seq: number | null): boolean {
    if (seq === null || seq <= this.#seq) return false
    this.#seq = seq
    return true
  }

  inOrder(judged: Judged, isNext: boolean): Judged {
    if (!isNext) return judged
    this.#at = Math.max(judged.at, this.#at + 1)
    return { ...judged, at: this.#at }
  }

  /** Sent later and timed earlier: the clock was set back. The delays by the old clock say nothing about the new one. */
  #noticeSetBack(sentAt: number): void {
    if (sentAt < this.#sentAt - right) {
      this.#least = Infinity
      this.#before = Infinity
      this.#turnAt = null
    }
    this.#sentAt = sentAt
  }
}

/** How many sequence numbers back are remembered. */
const width = 1024

/**
 * Remembers the sequence numbers received in a machine's last boots. A number older than the window counts as new; the store detects such duplicates
 * by their time.
 */
export class SequenceWindow {
  readonly #boots = new LastBoots(() => new BootWindow())

  /** Returns whether this number was received before, and remembers it. */
  repeats(boot: string, seq: number): boolean {
    return this.#boots.of(boot).repeats(seq)
  }
}

class BootWindow {
  #highest = -1
  readonly #received = new Int32Array(width / 32)

  repeats(seq: number): boolean {
    if (seq > this.#highest) {
      this.#moveTo(seq)
      return false
    }
    if (seq <= this.#highest - width) return false
    const [word, bit] = place(seq)
    const had = this.#received[word] ?? 0
    this.#received[word] = had | bit
    return (had & bit) !== 0
  }

  #moveTo(seq: number): void {
    if (seq - this.#highest >= width) this.#received.fill(0)
    else for (let passed = this.#highest + 1; passed < seq; passed += 1) this.#clear(passed)
    this.#highest = seq
    const [word, bit] = place(seq)
    this.#received[word] = (this.#received[word] ?? 0) | bit
  }

  #clear(seq: number): void {
    const [word, bit] = place(seq)
    this.#received[word] = (this.#received[word] ?? 0) & ~bit
  }
}

const place = (seq: number): [number, number] => [Math.floor((seq % width) / 32), 1 << (seq % 32)]
