import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { isDue } from './cadence.rules.ts'

/** Data that is computed periodically for all readers. */
export interface BoardItem {
  /** Items with the same key share one result. */
  readonly key: string
  readonly everyMs: number
  make(): Promise<object | null>
}

interface Kept {
  value: object | null
  begunAt: number | null
  failed: boolean
  readAt: number
  work: Promise<void> | null
}

/** How long a reader waits for a computation that has just begun; a longer one is returned by a later read. */
const timeoutMs = 300
/** Items without a reader for this time are removed. */
const forgetMs = 300_000

/**
 * Latest results of items. Each item has its own interval and runs only while it has readers. A slow item does not delay others. After an error,
 * which is logged, the last result stays.
 */
export class ItemBoard {
  readonly #deps: { readonly clock: Clock; readonly log: Log }
  readonly #kept = new Map<string, Kept>()

  constructor(deps: { readonly clock: Clock; readonly log: Log }) {
    this.#deps = deps
  }

  /** Values in the order of the items; null if not available yet. An unchanged value is the same object. */
  async read(items: readonly BoardItem[]): Promise<(object | null)[]> {
    const now = this.#deps.clock.now().getTime()
    const kept = items.map((item) => this.#touch(item, now))
    const fresh = kept.flatMap(({ work, begunAt }) => (work !== null && begunAt === now ? [work] : []))
    if (fresh.length > 0) await Promise.race([Promise.all(fresh), afterMs(timeoutMs)])
    return kept.map(({ value }) => value)
  }

  /** Removes items without readers. */
  tidy(): void {
    const now = this.#deps.clock.now().getTime()
    for (const [key, { readAt }] of this.#kept) if (now - readAt > forgetMs) this.#kept.delete(key)
  }

  #touch(item: BoardItem, now: number): Kept {
    const kept: Kept = this.#kept.get(item.key) ?? {
      value: null,
      begunAt: null,
      failed: false,
      readAt: now,
      work: null,
    }
    this.#kept.set(item.key, kept)
    kept.readAt = now
    if (kept.work === null && isDue({ ...kept, everyMs: item.everyMs }, now)) {
      kept.begunAt = now
      kept.work = this.#make(item, kept).finally(() => {
        kept.work = null
      })
    }
    return kept
  }

  async #make(item: BoardItem, kept: Kept): Promise<void> {
    try {
      kept.value = await item.make()
      kept.failed = false
    } catch (error) {
      kept.failed = true
      this.#deps.log.warn({ err: error, item: item.key }, 'an item of the wall could not be worked out')
    }
  }
}

const afterMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
