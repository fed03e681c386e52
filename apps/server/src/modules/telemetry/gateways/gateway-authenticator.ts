import { sql } from 'kysely'
import { isTokenOf } from '../../../platform/auth/token.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Admission } from '../../../platform/mqtt/mqtt.types.ts'

interface KnownGateway {
  readonly code: string
  readonly topics: readonly string[]
  readonly secret_hash: string
}

export interface GatewayAuthenticatorDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plantId: number
  /** Disconnects every client with this name. */
  readonly cut: (code: string) => void
}

/** Wrong secrets per name, address and minute after which no further attempt is checked. Other clients at the address are not affected. */
const maxWrong = 20
/** Minimum interval between database lookups of unknown names, ms. */
const lookEvery = 500
const everyMs = 5000

interface TrafficCounts {
  messages: number
  denied: number
  address: string
  at: number
}

/**
 * Authenticates gateways and counts their activity. Credentials are reloaded every few seconds, so a revoked gateway is disconnected on every
 * instance.
 */
export class GatewayAuthenticator {
  readonly #deps: GatewayAuthenticatorDeps
  #known = new Map<string, KnownGateway>()
  #counts = new Map<string, TrafficCounts>()
  /** By address and name. */
  #wrong = new Map<string, number>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(deps: GatewayAuthenticatorDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => {
      this.#round = this.#turn()
    }, everyMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
    await this.#turn()
  }

  /** Checks a name and secret from an address. */
  async admit(name: string, secret: string, address: string): Promise<Admission | null> {
    const who = `${address} ${name}`
    if ((this.#wrong.get(who) ?? 0) >= maxWrong) return null
    if (!this.#known.has(name)) await this.#look()
    const gateway = this.#known.get(name)
    if (gateway !== undefined && isTokenOf(secret, gateway.secret_hash)) {
      this.#note(name).address = address
      return { topics: gateway.topics }
    }
    if (this.#wrong.size < 10_000) this.#wrong.set(who, (this.#wrong.get(who) ?? 0) + 1)
    this.denied(name)
    return null
  }

  /** Records an accepted message. */
  heard(name: string): void {
    if (this.#known.has(name)) this.#note(name).messages += 1
  }

  denied(name: string): void {
    if (this.#known.has(name)) this.#note(name).denied += 1
  }

  #note(name: string): TrafficCounts {
    const now = this.#deps.clock.now().getTime()
    const there = this.#counts.get(name) ?? { messages: 0, denied: 0, address: '', at: now }
    there.at = now
    this.#counts.set(name, there)
    return there
  }

  /** An unknown gateway may have been entered a moment ago. */
  async #look(): Promise<void> {
    const now = performance.now()
    if (now - this.#lookedAt < lookEvery) return
    this.#lookedAt = now
    await this.refresh()
  }

  /** Reloads the credentials and disconnects clients whose access was revoked or changed. */
  async refresh(): Promise<void> {
    const rows = await readRows(
      this.#deps.db.reads,
      sql<KnownGateway>`select code, topics, secret_hash from gateways
        where plant_id = ${this.#deps.plantId} and active`,
    )
    const now = new Map(rows.map((row) => [row.code, row]))
    for (const [code, was] of this.#known) {
      const is = now.get(code)
      const isSame = is?.secret_hash === was.secret_hash && is.topics.join('\n') === was.topics.join('\n')
      if (!isSame) this.#deps.cut(code)
    }
    this.#known = now
  }

  async #turn(): Promise<void> {
    this.#wrongFades()
    try {
      await this.refresh()
      await this.#write()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'gateways could not be read')
    }
  }

  /** Each cycle restores one twelfth of a minute's attempts. */
  #wrongFades(): void {
    for (const [who, times] of this.#wrong) {
      const left = times - maxWrong / 12
      if (left <= 0) this.#wrong.delete(who)
      else this.#wrong.set(who, left)
    }
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (counts.length === 0) return
    this.#counts = new Map()
    const all = counts.map(([, one]) => one)
    await this.#deps.db.tx((write) =>
      sql`update gateways g set messages = g.messages + s.messages, denied = g.denied + s.denied,
          last_seen_at = greatest(g.last_seen_at, s.at),
          last_address = case when s.address = '' then g.last_address else s.address end
        from unnest(${counts.map(([code]) => code)}::text[], ${all.map((s) => s.messages)}::bigint[],
          ${all.map((s) => s.denied)}::bigint[], ${all.map((s) => s.address)}::text[],
          ${all.map((s) => new Date(s.at))}::timestamptz[]) as s(code, messages, denied, address, at)
        where g.plant_id = ${this.#deps.plantId} and g.code = s.code`.execute(write),
    )
  }
}
