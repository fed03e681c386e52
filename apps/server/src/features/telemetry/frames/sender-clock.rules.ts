/** Numbers of `valueQualities`. */
const good = 0
const skewed = 2
const unusable = 3

/** Up to here a clock counts as right, ms. */
const right = 2000
/** Up to here its error is taken out, ms. */
const mendable = 5 * 60_000
/** So far ahead of the server nothing can have been measured, ms. */
const ahead = 10_000
/** The least delay is looked for over this long, ms. */
const span = 5 * 60_000

/** When a value was measured by the server's clock, and what is to be thought of it. */
export interface Judged {
  readonly at: number
  readonly quality: typeof good | typeof skewed | typeof unusable
}

/**
 * How a machine's clock stands to the server's. A message arrives later than it was sent, never earlier, so the least
 * difference of the last minutes is the error of the clock; what comes later than that was under way for longer. Each boot has its
 * own clock, and that of the boot before is still known: what it sent may come once more, long after it was sent.
 */
export class SenderClock {
  #now = new BootClock(null)
  #before = new BootClock(null)

  /** What was known before this process: `offset` ms, of this boot. */
  remember(boot: string, offset: number): void {
    this.#now = new BootClock(boot, offset)
  }

  /** Server's clock less the machine's, ms; null = not known yet. */
  get offset(): number | null {
    return this.#now.offset
  }

  /** A value that was sent as it was measured. */
  live(boot: string, ts: number | null, receivedAt: number): Judged {
    if (ts === null) return { at: receivedAt, quality: good }
    const clock = this.#clockOf(boot)
    clock.learn(receivedAt - ts, receivedAt)
    const offset = clock.offset ?? 0
    if (Math.abs(offset) <= right) return { at: ts, quality: good }
    if (offset < -ahead || offset > mendable) return { at: receivedAt, quality: unusable }
    return { at: ts + offset, quality: skewed }
  }

  /** A value out of a gateway's store: its age says nothing of the clock. Null = it cannot have been measured yet. */
  stored(ts: number, receivedAt: number): Judged | null {
    const offset = this.offset ?? 0
    const isMended = Math.abs(offset) > right && offset >= -ahead && offset <= mendable
    const at = isMended ? ts + offset : ts
    return at > receivedAt + ahead ? null : { at, quality: isMended ? skewed : good }
  }

  #clockOf(boot: string): BootClock {
    if (boot === this.#now.boot) return this.#now
    if (boot === this.#before.boot) return this.#before
    this.#before = this.#now
    this.#now = new BootClock(boot)
    return this.#now
  }
}

class BootClock {
  readonly boot: string | null
  #least = Infinity
  #before: number
  #turnAt: number | null = null

  constructor(boot: string | null, known = Infinity) {
    this.boot = boot
    this.#before = known
  }

  get offset(): number | null {
    const offset = Math.min(this.#least, this.#before)
    return Number.isFinite(offset) ? offset : null
  }

  learn(offset: number, now: number): void {
    if (this.#turnAt !== null && now >= this.#turnAt) {
      // Two halves take turns; after a silence the last that is known still counts.
      if (Number.isFinite(this.#least)) this.#before = this.#least
      this.#least = Infinity
      this.#turnAt = null
    }
    this.#turnAt ??= now + span / 2
    this.#least = Math.min(this.#least, offset)
  }
}
