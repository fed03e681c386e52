import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseLog } from './log.ts'

/** Not there yet or still starting: worth another try. Other errors (password, database name) are not. */
const notYet: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', 'ECONNRESET', '57P03'])
const timeoutMs = 30_000
const oldest = 150_000

/**
 * Resolves when PostgreSQL responds and is new enough; rejects with the driver's error or a sentence about the
 * version.
 */
export async function waitForPostgres(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      const version = rows[0]?.version ?? 0
      if (version >= oldest) return
      throw new Error(`PostgreSQL 15 or newer is needed, the server is ${version}`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (!notYet.has(code) || Date.now() > deadline) throw error
      log.warn({ code }, 'PostgreSQL does not answer yet')
      await pause(500)
    }
  }
}
