import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, Kysely, sql } from 'kysely'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { type CheckpointTimes, checkpoints, compiledEngine } from './embedded/engine.ts'
import { DatabaseServer } from './embedded/database-server.ts'
import { DatabaseUnreadable } from './embedded/database-thread-owner.ts'
import {
  TransactionGuard,
  type Database,
  type Reads,
  type Tx,
  type Write,
  type DatabaseLog,
} from './handles.ts'
import { beginRecord, RecordingDialect } from './last-statement.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { Tables } from './schema.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** serialization_failure and deadlock_detected: the transaction is correct and can run again. */
const lostRace: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const tries = 3

/** The only transaction helper, see `Tx`. */
function transactions(kysely: Kysely<Tables>, guard: TransactionGuard): Tx {
  return async (work) => {
    guard.rejectInside('tx')
    for (let attempt = 1; ; attempt += 1) {
      // The error of the work is more useful than that of a rollback on a broken connection.
      let cause: unknown
      const attemptWork = (write: Write) =>
        guard
          .inside(async () => {
            await beginRecord(write)
            return work(write)
          })
          .catch((error: unknown) => {
            cause = error
            throw error
          })
      try {
        return await kysely.transaction().execute((write) => attemptWork(write as Write))
      } catch (error) {
        const reason = cause ?? error
        if (attempt === tries || !lostRace.has(codeOf(reason))) throw reason
        // A random delay keeps two transactions from colliding again in the same order.
        await pause(Math.random() * 20 * attempt)
      }
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

type Parse = (text: string) => unknown

/** What pg-types exports; its own type declarations describe another shape. */
interface ArrayParser {
  create(text: string, parse: Parse): { parse(): unknown[] }
}

const keep: Parse = (text) => text
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    (pg.types.arrayParser as unknown as ArrayParser).create(text, parse).parse()

/**
 * Conversions where the driver's own are unsuitable: bigint and numeric become numbers (ids, kg, mm and money stay
 * below 2^53); a date stays `YYYY-MM-DD` and never becomes an instant.
 */
const parsers: ReadonlyMap<number, Parse> = new Map([
  [20, Number],
  [1016, arrayOf(Number)],
  [1700, Number],
  [1231, arrayOf(Number)],
  [1082, keep],
  [1182, arrayOf(keep)],
])

/** For the `types` option of the driver. */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}

/** Not there yet or still starting: worth another try. Other errors (password, database name) are not. */
const notYet: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', 'ECONNRESET', '57P03'])
const timeoutMs = 30_000
const oldest = 150_000

/**
 * Resolves when PostgreSQL responds and is new enough; rejects with the driver's error or a sentence about the
 * version.
 */
async function waitForPostgres(pool: pg.Pool, log: DatabaseLog): Promise<void> {
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

export interface DatabaseLimits {
  /** A statement that runs longer is stopped. Milliseconds; default 60 000. */
  readonly statementMs?: number
  /** How long a query waits for a free connection before it fails. Milliseconds; default 30 000. */
  readonly connectionMs?: number
  /** Connections to PostgreSQL; default 10. The embedded database has one. */
  readonly connections?: number
  /** When the embedded database runs its checkpoints; default: once a minute if 64 MB were written. */
  readonly checkpoints?: CheckpointTimes
}

export interface DatabaseSettings extends DatabaseLimits {
  /** URL of a PostgreSQL 15 or newer; without it, the embedded database in `<dataDir>/db` is used. */
  readonly url?: string | undefined
  readonly dataDir: string
  readonly log: DatabaseLog
}

/**
 * Opens the database. Waits half a minute for a PostgreSQL that is still starting. Rejects with `DirectoryInUse` when
 * another process uses the embedded one, and with `DatabaseUnreadable` when its files are damaged. Does not touch the
 * schema: see `migrate`.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.url !== undefined && settings.url !== '') return openPostgres(settings.url, settings)
  const directory = join(settings.dataDir, 'db')
  const unlock = lockDirectory(directory)
  const server = new DatabaseServer(
    { kind: 'directory', directory: join(directory, 'pg') },
    settings.statementMs ?? 60_000,
    settings.log,
  )
  try {
    await server.thread()
  } catch (error) {
    unlock()
    throw error instanceof DatabaseUnreadable ? unreadable(directory, error) : error
  }
  return openOn(server, settings, async () => {
    await server.close()
    unlock()
  })
}

const unreadable = (directory: string, { message }: DatabaseUnreadable) =>
  new DatabaseUnreadable(
    `The embedded database in ${directory} cannot be read: ${message}. Its files are damaged. ` +
      'Keep them, and restore the newest export of DATA_DIR/backups into a new DATA_DIR: see "Restore" in docs/operations.md.',
  )

/** A database that disappears when it is closed. `image`: file with the initial data directory. For tests. */
export async function openInMemory(
  settings: DatabaseLimits & { readonly image?: string; readonly log: DatabaseLog },
): Promise<Database> {
  const server = await memoryServer(settings)
  return openOn(server, settings, () => server.close())
}

/** Only the engine of `openInMemory`, for several databases one after the other: see `openOn`. */
export async function memoryServer(
  settings: DatabaseLimits & { readonly image?: string; readonly log: DatabaseLog },
): Promise<DatabaseServer> {
  const { image = null, log } = settings
  if (image !== null && !existsSync(image)) throw new Error(`No database image at ${image}`)
  const engine = await compiledEngine()
  const server = new DatabaseServer({ kind: 'memory', image, engine }, settings.statementMs ?? 60_000, log)
  await server.thread()
  return server
}

async function openPostgres(url: string, settings: DatabaseSettings): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'cloud-factory',
    types: valueTypes,
    max: settings.connections ?? 10,
    connectionTimeoutMillis: settings.connectionMs ?? 30_000,
    statement_timeout: settings.statementMs ?? 60_000,
    idle_in_transaction_session_timeout: settings.statementMs ?? 60_000,
    keepAlive: true,
    // Statements are sent at once, not when the one before has been answered: see last-statement.ts.
    pipeline: true,
  })
  watch(pool, settings.log)
  try {
    await waitForPostgres(pool, settings.log)
  } catch (error) {
    await pool.end()
    throw error
  }
  return databaseOver(pool, 'postgres', async () => undefined)
}

/** A database on an embedded engine that nothing else uses; `release` is called when it is closed. */
export function openOn(
  server: DatabaseServer,
  settings: DatabaseLimits & { readonly log: DatabaseLog },
  release: () => Promise<void>,
): Database {
  const pool = new pg.Pool({
    stream: () => server.stream(),
    user: 'postgres',
    database: 'postgres',
    types: valueTypes,
    // The engine has one session. The pool assigns it in order of request, for the duration of a transaction.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: settings.connectionMs ?? 30_000,
  })
  watch(pool, settings.log)
  const endCheckpoints = checkpoints(pool, settings.log, settings.checkpoints)
  const database = databaseOver(pool, 'pglite', release)
  return {
    ...database,
    logDamage: () => server.damage,
    close: async () => {
      await endCheckpoints()
      await database.close()
    },
  }
}

function watch(pool: pg.Pool, log: DatabaseLog): void {
  const plans = new PreparedStatements()
  pool.on('connect', (client) => plans.attach(client))
  // The pool only listens to idle connections. A connection that breaks in use rejects its query and must not end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message }, 'A database connection broke; a new one takes its place'),
  )
}

/**
 * Above an estimated cost PostgreSQL first compiles a statement to machine code, which takes some 20 ms. Our
 * statements read some hundred rows, but the estimate includes branches that are not taken: with a million orders
 * every list was compiled.
 */
const withoutCompiling = 'set jit = off'

function databaseOver(pool: pg.Pool, engine: Database['engine'], release: () => Promise<void>): Database {
  const guard = new TransactionGuard()
  const kysely = new Kysely<Tables>({
    dialect: new RecordingDialect({
      pool: {
        options: pool.options,
        connect: async () => {
          guard.rejectInside('A query on the outer handle')
          return pool.connect()
        },
        end: () => pool.end(),
      },
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(`set time zone 'UTC'; ${withoutCompiling}`))
      },
    }),
  })
  return {
    engine,
    logDamage: () => null,
    reads: kysely as unknown as Reads,
    tx: transactions(kysely, guard),
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    close: async () => {
      await kysely.destroy()
      await release()
    },
  }
}
