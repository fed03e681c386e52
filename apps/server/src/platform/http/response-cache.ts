import { LRUCache } from 'lru-cache'
import type { Actor, AsOf } from '../auth/actor.ts'
import { JsonText } from './reply-writer.ts'

/** The caller of a cached endpoint: anybody with these tags. */
type Anybody = Actor & { readonly asOf: AsOf }

const usualBytes = 32 * 1_048_576
/** Maximum age. It covers changes made by hand in the database. */
const longest = 60_000

/**
 * Replies that stay valid until something happens in the plant. The key contains the number of the plant's newest
 * event, which the session query reads at every request. A transaction that changes what a cached endpoint shows
 * records an event, and events become visible in the order of their numbers (decision 0008). So the next request, on
 * any instance, uses another number. Equal requests at the same time are computed once.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, JsonText>
  readonly #underWay = new Map<string, Promise<JsonText>>()

  /** `bytes`: limit for all replies with their keys; 0 disables the cache. */
  constructor(bytes = usualBytes) {
    this.#entries = new LRUCache({
      max: 10_000,
      maxSize: Math.max(1, bytes),
      ttl: longest,
      // A text of the list takes two bytes per character, and about a fifth of that again once it was sent
      // compressed.
      sizeCalculation: ({ text }, key) => 3 * text.length + 2 * key.length,
    })
  }

  /** The reply of an endpoint, from the cache or computed by `write`, for anybody with these tags. */
  async of(
    endpoint: string,
    call: object,
    actor: Anybody,
    write: (anybody: Anybody) => Promise<JsonText>,
  ): Promise<JsonText> {
    const { plantId, tags, asOf } = actor
    const key = JSON.stringify([endpoint, plantId, asOf.fact, asOf.day, tags.toSorted(), call])
    const known = this.#entries.get(key) ?? this.#underWay.get(key)
    if (known !== undefined) return known
    const made = write(anonymizedActor(actor))
    this.#underWay.set(key, made)
    try {
      const answer = await made
      this.#entries.set(key, answer)
      return answer
    } finally {
      this.#underWay.delete(key)
    }
  }
}

/** A cached reply must not depend on who requested it first, so its query gets an actor without identity. */
const anonymizedActor = (actor: Anybody): Anybody => ({
  ...actor,
  userId: '',
  username: '',
  cnName: '',
  sessionId: '',
  address: '',
  requestId: '',
})
