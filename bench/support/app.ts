import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { assemble } from '../../apps/server/src/app/compose.ts'
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { createLog } from '../../apps/server/src/platform/log/log.ts'

export interface BenchServer {
  readonly db: Database
  readonly origin: string
  /** URL of the same server without a response cache: every request is computed. */
  readonly forgetful: string
  /** Headers of ten administrator sessions, because each session has a rate limit. */
  readonly sessions: readonly Readonly<Record<string, string>>[]
  /** Its own PostgreSQL, if it started one. */
  readonly postgres: TestPostgres | null
  close(): Promise<void>
}

interface AppOptions {
  /** Settings besides the common ones. */
  readonly env?: Readonly<Record<string, string>>
  /** Omits the second server without cache; `forgetful` is then the first one. */
  readonly isAlone?: boolean
}

const password = 'Bench-2026-Stahl!'

/**
 * The whole product as in production, on a socket, with its own empty database: `pglite`, or `postgres` (the
 * machine's binaries). `fill` runs before the server starts. A database named by BENCH_DATABASE_URL is filled the
 * first time and kept, because large ones take minutes.
 */
export async function openApp(
  engine: string,
  fill: (db: Database) => Promise<void>,
  { env = {}, isAlone = false }: AppOptions = {},
): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cf-bench-'))
  const { url, server } = await databaseOf(engine)
  const log = createLog('error')
  await filled({ url, dataDir, log, fill })
  const db = await openDatabase({ url, dataDir, log })
  const config = readConfig({
    DATA_DIR: dataDir,
    MQTT_PORT: '0',
    DEMO: '0',
    ADMIN_PASSWORD: password,
    NODE_ENV: 'production',
    ...env,
  })
  // A few sessions represent hundreds of people and screens.
  const parts = {
    config,
    log,
    clock: systemClock,
    webRoot: null,
    streamsPerSession: 1_000,
    callsPerSecond: 10_000,
  }
  const app = await assemble({ ...parts, db })
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const second = isAlone
    ? null
    : await assemble({ ...parts, db: { ...db, close: async () => undefined }, cacheBytes: 0 })
  const forgetful = (await second?.server.listen({ host: '127.0.0.1', port: 0 })) ?? origin
  return {
    db,
    origin,
    forgetful,
    sessions: await tenSessions(origin),
    postgres: server,
    async close() {
      await second?.close()
      await app.close()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function databaseOf(engine: string) {
  const external = engine === 'postgres' ? process.env['BENCH_DATABASE_URL'] : undefined
  const server = engine === 'postgres' && external === undefined ? await startPostgres() : null
  const url = external ?? server?.url
  if (engine === 'postgres' && url === undefined) throw new Error('no PostgreSQL binaries here (set PG_BIN)')
  return { url, server }
}

interface Filling {
  readonly url: string | undefined
  readonly dataDir: string
  readonly log: ReturnType<typeof createLog>
  readonly fill: (db: Database) => Promise<void>
}

async function filled({ fill, ...settings }: Filling): Promise<void> {
  // Filling takes longer than the statement timeout for requests.
  const db = await openDatabase({ ...settings, statementMs: 3_600_000 })
  await migrate(db, join(import.meta.dirname, '../../apps/server/migrations'))
  const [first] = await readRows(db.reads, sql<{ id: number }>`select id from orders limit 1`)
  if (first === undefined) {
    await fill(db)
    // What autovacuum would do in production: visibility map and statistics.
    await readRows(db.reads, sql`vacuum (analyze)`)
  }
  await db.close()
}

async function tenSessions(origin: string): Promise<Record<string, string>[]> {
  const sessions: Record<string, string>[] = []
  while (sessions.length < 10) {
    const reply = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    const { token } = (await reply.json()) as { token: string }
    sessions.push({ authorization: token })
  }
  return sessions
}
