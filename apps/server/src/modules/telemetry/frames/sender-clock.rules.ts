import { LastBoots } from './last-boots.rules.ts'

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

  /** A value that was sent when it was measured. `again`: a redelivery, whose age says nothing about an unknown clock. */
  live(boot: string, ts: number | null, receivedAt: number, again = false): Judged {
    if (ts === null) return { at: receivedAt, quality: good }
    if (again && this.#boots.find(boot) === null)
      return this.stored(ts, receivedAt) ?? { at: receivedAt, quality: unusable }
    const clock = this.#boots.of(boot)
    // A redelivery may be hours late. With only redeliveries in the window, their delay would be mistaken for the clock error.
    if (!again) clock.learn(receivedAt - ts, receivedAt)
    return judgedBy(clock.offset ?? 0, ts, receivedAt)
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

  constructor(known = Infinity) {
    this.#before = known
  }

  get offset(): number | null {
    const offset = Math.min(this.#least, this.#before)
    return Number.isFinite(offset) ? offset : null
  }

  learn(offset: number, now: number): void {
    if (this.#turnAt !== null && now >= this.#turnAt) {
      // Two half windows alternate. After a silence the last known half still counts.
      if (Number.isFinite(this.#least)) this.#before = this.#least
      this.#least = Infinity
      this.#turnAt = null
    }
    this.#turnAt ??= now + span / 2
    this.#least = Math.min(this.#least, offset)
  }
}
