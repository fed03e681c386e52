import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { assemble } from '../../apps/server/src/app/compose.ts'
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { createLog } from '../../apps/server/src/platform/log/log.ts'

export interface BenchHouse {
  readonly db: Database
  readonly origin: string
  /** Headers of ten sessions of the administrator: each may call only so often. */
  readonly sessions: readonly Readonly<Record<string, string>>[]
  close(): Promise<void>
}

const password = 'Bench-2026-Stahl!'

/**
 * The whole product as it runs in production, on a socket, with an empty database of its own: `pglite`, or `postgres`
 * (the machine's binaries). `fill` is done before the server starts.
 */
export async function openHouse(engine: string, fill: (db: Database) => Promise<void>): Promise<BenchHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cf-bench-'))
  const server = engine === 'postgres' ? await startPostgres() : null
  if (engine === 'postgres' && server === null) throw new Error('no PostgreSQL binaries here (set PG_BIN)')
  const log = createLog('error')
  const db = await openDatabase({ url: server?.url, dataDir, log })
  await migrate(db, join(import.meta.dirname, '../../apps/server/migrations'))
  await fill(db)
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_PASSWORD: password,
    NODE_ENV: 'production',
  })
  const house = await assemble({ config, log, db, clock: systemClock, webRoot: null })
  const origin = await house.server.listen({ host: '127.0.0.1', port: 0 })
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
  return {
    db,
    origin,
    sessions,
    async close() {
      await house.close()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
