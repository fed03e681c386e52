import type { Clock } from '../../platform/clock/clock.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { MachineMemory } from './machine-memory.ts'
import type { WallQueries } from './wall.queries.ts'

interface Answer {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Caches queries, so that several items within a short time share one query. */
export class TtlCache {
  readonly #clock: Clock
  readonly #answers = new Map<string, Answer>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the result, at most the given ms old. A failed query is repeated. */
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

/** Dependencies of the parts of the real plant's data source. */
export interface LiveContext {
  readonly reads: Reads
  readonly plantId: number
  readonly queries: WallQueries
  readonly memory: MachineMemory
  readonly cache: TtlCache
  readonly now: () => Date
}
