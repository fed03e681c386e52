import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { isDeep } from './depth.ts'
import {
  makePostgresTemplate,
  migrationsFolder,
  newPostgresDatabase,
  onPostgres,
  type TestDatabase,
  testDatabase,
} from './harness.ts'
import { cache, onlyOnce, stateOf } from './made-once.ts'
import { postgresBinaries, postgresUrl, startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of this run's PostgreSQL, started on demand; tests/support/postgres-run.ts stops it. */
    readonly postgresFolder: string
  }
}

/**
 * URL of the PostgreSQL that all test files of a run share. The first caller starts it. Null, with a message, if
 * it is not installed. Tests that stop or suspend it must use `ownPostgres`.
 */
export async function runPostgres(tests: string): Promise<string | null> {
  const image = await imageFor(tests)
  if (image === null) return null
  const directory = inject('postgresFolder')
  const started = join(directory, 'started')
  await onlyOnce(
    () => (existsSync(started) ? started : null),
    async () => {
      await startPostgres({ image, directory, isDurable: false })
      writeFileSync(started, '')
    },
  )
  return postgresUrl(directory)
}

/**
 * A database for hundreds of thousands of rows: on the run's PostgreSQL, which inserts them in a third of the
 * time; embedded in the deep run, and if PostgreSQL is not installed.
 */
export async function databaseAtSize(): Promise<TestDatabase> {
  const server = isDeep ? null : await runPostgres('plans at size')
  return server === null ? testDatabase() : onPostgres(server)
}

/** A PostgreSQL for a single test file. Null, with a message, if it is not installed. */
export async function ownPostgres(tests: string): Promise<TestPostgres | null> {
  const image = await imageFor(tests)
  return image === null ? null : startPostgres({ image })
}

/** URL of a new, migrated database on the server. */
export const migratedDatabase = async (serverUrl: string): Promise<string> =>
  (await newPostgresDatabase(serverUrl)).url

async function imageFor(tests: string): Promise<string | null> {
  const programs = postgresBinaries()
  if (programs !== null) return postgresImage(programs)
  process.stderr.write(`SKIPPED: ${tests} need PostgreSQL (set PG_BIN)\n`)
  return null
}

/** An image of the server's data with the migrated database. Built once per state of the migrations. */
function postgresImage(programs: string): Promise<string> {
  const { size, mtimeMs } = statSync(join(programs, 'postgres'))
  const image = join(cache, `postgres-${stateOf(`${programs} ${size} ${mtimeMs}`, [migrationsFolder])}`)
  return onlyOnce(
    () => (existsSync(image) ? image : null),
    async () => {
      for (const old of readdirSync(cache))
        if (old.startsWith('postgres-')) rmSync(join(cache, old), { recursive: true })
      const server = await startPostgres({ isDurable: false })
      if (server === null) throw new Error(`no PostgreSQL in ${programs}`)
      await makePostgresTemplate(server.url)
      await server.pack(image)
    },
  )
}
