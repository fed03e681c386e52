import { LRUCache } from 'lru-cache'
import type { Actor, AsOf } from '../auth/actor.ts'
import { JsonText } from './json-text.ts'

/** Who asks for an answer that is kept: whoever has these tags. */
type Anybody = Actor & { readonly asOf: AsOf }

const usualBytes = 32 * 1_048_576
/** Longer than any list is looked at; a change made past the program, by hand in the database, is seen by then. */
const longest = 60_000

/**
 * Answers that were given before, for as long as nothing happened in the plant: each is found under the number of the
 * plant's newest fact, which the session's own statement reads from the database at every request. A transaction that
 * changes what a kept endpoint shows writes a fact, and facts become visible in the order of their numbers (decision 0008),
 * so the very next request, on any instance, looks under another number. What several ask at once is computed once.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, JsonText>
  readonly #underWay = new Map<string, Promise<JsonText>>()

  /** `bytes`: of all answers and their keys together; 0 keeps none. */
  constructor(bytes = usualBytes) {
    this.#kept = new LRUCache({
      max: 10_000,
      maxSize: Math.max(1, bytes),
      ttl: longest,
      // A text of the list takes two bytes a letter, and about a fifth of that again once it was sent compressed.
      sizeCalculation: ({ text }, key) => 3 * text.length + 2 * key.length,
    })
  }

  /** The answer to an endpoint's call, kept or made by `write` for anybody with these tags. */
  async of(
    endpoint: string,
    call: object,
    actor: Anybody,
    write: (anybody: Anybody) => Promise<JsonText>,
  ): Promise<JsonText> {
    const { plantId, tags, asOf } = actor
    const key = JSON.stringify([endpoint, plantId, asOf.fact, asOf.day, tags.toSorted(), call])
    const known = this.#kept.get(key) ?? this.#underWay.get(key)
    if (known !== undefined) return known
    const made = write(anonymizedActor(actor))
    this.#underWay.set(key, made)
    try {
      const answer = await made
      this.#kept.set(key, answer)
      return answer
    } finally {
      this.#underWay.delete(key)
    }
  }
}

/** An answer that is kept cannot depend on who asked first: the program that makes it is not told. */
const anonymizedActor = (actor: Anybody): Anybody => ({
  ...actor,
  userId: '',
  username: '',
  cnName: '',
  sessionId: '',
  address: '',
  requestId: '',
})
