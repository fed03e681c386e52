import { LastBoots } from './last-boots.rules.ts'

/** Numbers of `valueQualities`. */
const good = 0
const skewed = 2
export const unusable = 3

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
 * own clock, and those of the last boots are still known: what they sent may come once more, long after it was sent.
 */
export class SenderClock {
  readonly #boots = new LastBoots(() => new BootClock())

  /** What was known before this process: `offset` ms, of this boot. */
  remember(boot: string, offset: number): void {
    this.#boots.begin(boot, new BootClock(offset))
  }

  /** Whether a boot is the one that began last or an earlier one; null = nothing is known of its clock. */
  isLatest(boot: string): boolean | null {
    const known = this.#boots.find(boot)
    return known === null ? null : known === this.#boots.latest
  }

  /** Server's clock less the machine's, ms; null = not known yet. */
  get offset(): number | null {
    return this.#boots.latest?.offset ?? null
  }

  /** A value that was sent as it was measured; `again`: once more, so that its age says nothing of a clock that is not known. */
  live(boot: string, ts: number | null, receivedAt: number, again = false): Judged {
    if (ts === null) return { at: receivedAt, quality: good }
    if (again && this.#boots.find(boot) === null)
      return this.stored(ts, receivedAt) ?? { at: receivedAt, quality: unusable }
    const clock = this.#boots.of(boot)
    // What a broker kept for hours would be taken for the clock's error, once all of the last minutes was kept.
    if (!again) clock.learn(receivedAt - ts, receivedAt)
    return judgedBy(clock.offset ?? 0, ts, receivedAt)
  }

  /** A value out of a gateway's store: its age says nothing of the clock. Null = it cannot have been measured yet. */
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

  constructor(known = Infinity) {
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
