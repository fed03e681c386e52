import { afterAll } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { newPostgresDatabase, silent } from '../../apps/server/test/harness.ts'
import { runPostgres } from '../../apps/server/test/run-postgres.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'

/**
 * A migrated database on the run's PostgreSQL for one file of race tests, which need several connections; the
 * embedded database has one. Null, with a message, if PostgreSQL is not installed. Closed after the file.
 */
export async function raceDatabase(races: string): Promise<Database | null> {
  const server = await runPostgres(`races of ${races}`)
  if (server === null) return null
  const { url, drop } = await newPostgresDatabase(server)
  const db = await openDatabase({ url, dataDir: '', log: silent })
  afterAll(async () => {
    await db.close()
    await drop()
  })
  return db
}

/** Round numbers of race tests. Each round gives another interleaving; the first one uses cold connections. */
export const rounds: readonly number[] = Array.from({ length: runs(2, 25) }, (_, index) => index + 1)

/**
 * Waits for concurrent commands. Result of each: the reason or code of its rejection, otherwise what `of` returns
 * for its value (`done` by default). Other errors are thrown.
 */
export async function outcomes(
  works: readonly Promise<unknown>[],
  of: (value: unknown) => string = () => 'done',
): Promise<string[]> {
  const ends = await Promise.allSettled(works)
  return ends.map((end) => {
    if (end.status === 'fulfilled') return of(end.value)
    if (end.reason instanceof DomainError)
      return String(end.reason.facts.params?.['reason'] ?? end.reason.code)
    throw end.reason
  })
}

/** For `outcomes` of commands with one result per item: the results of the items; `done` for anything else. */
export const itemOutcomes = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'items' in value
    ? (value as { items: { outcome: string }[] }).items.map(({ outcome }) => outcome).join(' ')
    : 'done'
