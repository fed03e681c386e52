import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { lockNumbers } from './advisory-lock.ts'
import pg from 'pg'

export interface LeadershipDeps {
  /** URL of the PostgreSQL that the instances share; null: the embedded database, which has only one process. */
  readonly url: string | null
  readonly plantId: number
  readonly log: Log
  /** Starts the work that one instance does for all. `onLeaderStop` ends it, also after a partial start. */
  readonly onLeaderStart: () => Promise<void>
  readonly onLeaderStop: () => Promise<void>
}

export interface Leadership {
  /**
   * Resolves when it is known whether this instance is the leader and, if so, its work has started. Rejects with the
   * error of `onLeaderStart`.
   */
  start(): Promise<void>
  readonly leads: boolean
  /** Stops the leader's work, then releases the lock. */
  close(): Promise<void>
}

/** How often an instance that is not the leader tries the lock, ms. */
const askEvery = 1000
/** How often the leader checks its connection, ms. */
const lookEvery = 5000
/** PostgreSQL notices within 10 s that the leader's machine has gone: 4 s idle and three probes every 2 s. */
const keepAlive = 'set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

/**
 * One of several instances is the leader. It holds an advisory lock on a connection of its own; PostgreSQL releases
 * it when the process or its machine dies. While PostgreSQL pauses, no other instance can get the lock, and the
 * leader continues. When its connection breaks it also continues (nothing can be written meanwhile) and tries the
 * lock again; if another instance was faster, it stops the leader's work.
 */
export const leadership = (deps: LeadershipDeps): Leadership => new LockedLeadership(deps)

class LockedLeadership implements Leadership {
  readonly #deps: LeadershipDeps
  readonly #closing = new AbortController()
  #leads = false
  #client: pg.Client | null = null
  #round: Promise<void> = Promise.resolve()

  constructor(deps: LeadershipDeps) {
    this.#deps = deps
  }

  get leads(): boolean {
    return this.#leads
  }

  async start(): Promise<void> {
    const { url, log } = this.#deps
    if (url === null) return this.#take()
    await this.#ask(url)
    if (!this.#leads) log.info('another instance hears the machines; this one is ready to')
    this.#round = this.#run(url)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    // While the database stands still a look at the connection would never end.
    const held = this.#client
    if (this.#leads) await this.#deps.onLeaderStop()
    this.#leads = false
    await Promise.race([held?.end().catch(() => undefined), pause(2000, undefined, { ref: false })])
    await Promise.race([this.#round, pause(2000, undefined, { ref: false })])
  }

  async #connection(to: string): Promise<pg.Client> {
    if (this.#client !== null) return this.#client
    const made = new pg.Client({
      connectionString: to,
      application_name: 'cloud-factory leader',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    const gone = (): void => {
      if (this.#client === made) this.#client = null
    }
    made.on('error', gone)
    made.on('end', gone)
    await made.connect()
    await made.query(keepAlive)
    this.#client = made
    return made
  }

  async #holdsLock(to: string): Promise<boolean> {
    if (this.#leads && this.#client !== null) {
      await this.#client.query('select 1')
      return true
    }
    const connection = await this.#connection(to)
    const result = await connection.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1::int, $2::int) as mine',
      [lockNumbers.leader, this.#deps.plantId],
    )
    return result.rows[0]?.mine === true
  }

  async #take(): Promise<void> {
    this.#leads = true
    try {
      await this.#deps.onLeaderStart()
    } catch (error) {
      await this.#letGo()
      throw error
    }
  }

  async #letGo(): Promise<void> {
    this.#leads = false
    await this.#deps.onLeaderStop()
    const held = this.#client
    this.#client = null
    await held?.end().catch(() => undefined)
  }

  async #ask(to: string): Promise<void> {
    const { log } = this.#deps
    const was = this.#leads
    const mine = await this.#holdsLock(to)
    if (mine && !was) {
      await this.#take()
      log.info('this instance hears the machines')
    } else if (!mine && was) {
      log.warn('another instance hears the machines now')
      await this.#letGo()
    }
  }

  async #run(to: string): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const ms = this.#leads && this.#client !== null ? lookEvery : askEvery
      await pause(ms, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return
      await this.#ask(to).catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'leadership is not known'),
      )
    }
  }
}
