import type { Clock } from '../../platform/clock/clock.ts'

interface Answer {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Questions that several items put within a moment are asked once. */
export class TtlCache {
  readonly #clock: Clock
  readonly #answers = new Map<string, Answer>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The answer, at most so many ms old. One that failed is asked again. */
  once<T>(key: string, maxAgeMs: number, ask: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime()
    const known = this.#answers.get(key)
    if (known !== undefined && now >= known.at && now - known.at < maxAgeMs) return known.value as Promise<T>
    const value = ask()
    const answer = { at: now, value }
    this.#answers.set(key, answer)
    value.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return value
  }

  forget(key: string): void {
    this.#answers.delete(key)
  }
}
