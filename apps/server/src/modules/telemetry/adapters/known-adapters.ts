import { sql } from 'kysely'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import type { Log } from '../../../platform/log/log.ts'
import { covers } from '../../../platform/mqtt/topic-access.rules.ts'
import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import type { Adapter } from './adapter.types.ts'
import type { StoredMap } from './adapters.reads.ts'
import { compileAdapter } from './compile-adapter.rules.ts'
import { filterOf, matchTopic } from './topic-pattern.rules.ts'

export interface KnownAdaptersDeps {
  readonly db: Database
  readonly log: Log
  readonly plantId: number
  /** Called when the subscribed filters have changed. */
  readonly filters: (filters: readonly string[]) => void
}

/** Reload interval, ms. */
const readEvery = 5000

interface StoredAdapter {
  readonly code: string
  readonly pattern: string
  readonly map: StoredMap
  readonly signals: AdapterMapping['signals']
  readonly gateway: string | null
  readonly topics: readonly string[] | null
}

/** An active adapter. `gateway`: the gateway whose messages it decodes, and the topics it may publish to; null = any gateway. */
export interface KnownAdapter {
  readonly code: string
  readonly adapter: Adapter
  readonly gateway: { readonly code: string; readonly topics: readonly string[] } | null
}

/** An adapter that matches a topic, with the captured levels. */
export interface Found {
  readonly known: KnownAdapter
  readonly levels: ReadonlyMap<string, string>
}

/** Active adapters, reloaded from the database every few seconds. */
export class KnownAdapters {
  readonly #deps: KnownAdaptersDeps
  #all: readonly KnownAdapter[] = []
  #filters = ''
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(deps: KnownAdaptersDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => void this.refresh(), readEvery).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
  }

  /**
   * The adapter for a message. An adapter of the message's gateway has priority over a general one, then the order is by code. An external broker
   * does not name the sender, so the gateway is identified by the topics it may publish to.
   */
  find(topic: string, sender: string): Found | null {
    for (const known of this.#all) {
      const { gateway } = known
      const isTheirs =
        gateway === null ||
        (sender === '' ? gateway.topics.some((filter) => covers(filter, topic)) : gateway.code === sender)
      const levels = isTheirs ? matchTopic(known.adapter.pattern, topic) : null
      if (levels !== null) return { known, levels }
    }
    return null
  }

  /** Reloads the adapters. While the database is unavailable, the previous ones stay in use. */
  refresh(): Promise<void> {
    this.#reading = this.#read().catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'adapters could not be read'),
    )
    return this.#reading
  }

  async #read(): Promise<void> {
    const { db, plantId, filters } = this.#deps
    const rows = await readRows(
      db.reads,
      sql<StoredAdapter>`select a.code, a.pattern, a.map, a.signals, g.code as gateway, g.topics
        from telemetry_adapters a left join gateways g on g.id = a.gateway_id
        where a.plant_id = ${plantId} and a.active and coalesce(g.active, true)
        order by a.gateway_id nulls last, a.code`,
    )
    this.#all = rows.flatMap(({ code, pattern, map, signals, gateway, topics }) => {
      const compiled = compileAdapter({ ...map, pattern, gatewayId: null, signals })
      const of = gateway === null ? null : { code: gateway, topics: topics ?? [] }
      return compiled.ok ? [{ code, adapter: compiled.adapter, gateway: of }] : []
    })
    const wanted = [...new Set(rows.map(({ pattern }) => filterOf(pattern)))].toSorted()
    if (wanted.join('\n') === this.#filters) return
    this.#filters = wanted.join('\n')
    filters(wanted)
  }
}
