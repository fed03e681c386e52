import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { lockNumbers } from './advisory-lock.ts'

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
export function leadership({ url, plantId, log, onLeaderStart, onLeaderStop }: LeadershipDeps): Leadership {
  let leads = false
  let isClosed = false
  let client: pg.Client | null = null
  let round: Promise<void> = Promise.resolve()
  const closing = new AbortController()

  async function connection(to: string): Promise<pg.Client> {
    if (client !== null) return client
    const made = new pg.Client({
      connectionString: to,
      application_name: 'cloud-factory leader',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    const gone = (): void => {
      if (client === made) client = null
    }
    made.on('error', gone)
    made.on('end', gone)
    await made.connect()
    await made.query(keepAlive)
    client = made
    return made
  }

  async function holdsLock(to: string): Promise<boolean> {
    if (leads && client !== null) {
      await client.query('select 1')
      return true
    }
    const asked = await (await connection(to)).query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1::int, $2::int) as mine',
      [lockNumbers.leader, plantId],
    )
    return asked.rows[0]?.mine === true
  }

  async function take(): Promise<void> {
    leads = true
    try {
      await onLeaderStart()
    } catch (error) {
      await letGo()
      throw error
    }
  }

  async function letGo(): Promise<void> {
    leads = false
    await onLeaderStop()
    const held = client
    client = null
    await held?.end().catch(() => undefined)
  }

  async function ask(to: string): Promise<void> {
    const was = leads
    const mine = await holdsLock(to)
    if (mine && !was) {
      await take()
      log.info('this instance hears the machines')
    } else if (!mine && was) {
      log.warn('another instance hears the machines now')
      await letGo()
    }
  }

  async function run(to: string): Promise<void> {
    while (!isClosed) {
      await pause(leads && client !== null ? lookEvery : askEvery, undefined, {
        ref: false,
        signal: closing.signal,
      }).catch(() => undefined)
      if (isClosed) return
      await ask(to).catch((error: unknown) => log.warn({ err: error }, 'leadership is not known'))
    }
  }

  return {
    get leads() {
      return leads
    },
    async start() {
      if (url === null) return take()
      await ask(url)
      if (!leads) log.info('another instance hears the machines; this one is ready to')
      round = run(url)
    },
    async close() {
      isClosed = true
      closing.abort()
      // While the database pauses, a check of the connection would never end.
      const held = client
      if (leads) await onLeaderStop()
      leads = false
      await Promise.race([held?.end().catch(() => undefined), pause(2000, undefined, { ref: false })])
      await Promise.race([round, pause(2000, undefined, { ref: false })])
    },
  }
}
