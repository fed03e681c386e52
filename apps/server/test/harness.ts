import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'kysely'
import { type Database, readRows, type DatabaseLog } from '../src/platform/db/handles.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import type { DatabaseServer } from '../src/platform/db/embedded/database-server.ts'
import { memoryServer, openDatabase, openInMemory, openOn } from '../src/platform/db/open.ts'
import serverManifest from '../package.json' with { type: 'json' }
import { cache, onlyOnce, stateOf } from './made-once.ts'
import { databaseUrl, onServer } from './postgres.ts'
import { watchFacts } from './watch-facts.ts'
import { watchWords } from './watch-labels.ts'

export interface TestDatabase {
  readonly db: Database
  /** Deletes all rows except in `migrations` and `plants`, and restarts their ids at 1. */
  readonly wipe: () => Promise<void>
  readonly close: () => Promise<void>
}

export const migrationsFolder = join(import.meta.dirname, '../migrations')
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const engineVersion = serverManifest.dependencies['@electric-sql/pglite']

/**
 * A migrated database for one test file: embedded in memory or, with TEST_DATABASE_URL (URL of a superuser), a
 * new database on that PostgreSQL. Both are copies of a database that is migrated once per state of the
 * migrations.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = serverUrl()
  return url === null ? embedded() : onPostgres(url)
}

/** URL of the PostgreSQL for tests; null means the embedded database. */
export const serverUrl = (): string | null => process.env['TEST_DATABASE_URL'] || null

/** An engine that a finished test file of this process has used, reset for the next one. */
interface SpareEngine {
  readonly server: DatabaseServer
  readonly schema: string
}
let spare: SpareEngine | null = null

async function embedded(): Promise<TestDatabase> {
  const { server, schema } = spare ?? (await newEngine())
  spare = null
  const db = openOn(server, { log: silent }, async () => undefined)
  return {
    db,
    wipe: () => wipe(db),
    close: async () => {
      // The test file may already have closed it.
      await db.close().catch(() => undefined)
      const after = openOn(server, { log: silent }, async () => undefined)
      const isAsBefore = await restored(after, schema).catch(() => false)
      await after.close()
      if (isAsBefore && spare === null) spare = { server, schema }
      else await server.close()
    },
  }
}

async function newEngine(): Promise<SpareEngine> {
  const server = await memoryServer({ image: await databaseImage('migrated'), log: silent })
  const db = openOn(server, { log: silent }, async () => undefined)
  await watch(db)
  const schema = await schemaOf(db)
  await db.close()
  return { server, schema }
}

/** Empties the database for the next test file. False if a test changed more than rows. */
async function restored(db: Database, schema: string): Promise<boolean> {
  await dropPartitions(db)
  await wipe(db, 'as new')
  if ((await schemaOf(db)) !== schema) return false
  // The engine has only one session, so this file's settings would carry over to the next file's connection.
  await db.tx(async (write) => {
    for (const reset of ['reset all', 'deallocate all', 'select pg_advisory_unlock_all()'])
      await sql.raw(reset).execute(write)
  })
  return true
}

/** The running server creates partitions for the days around its clock's time. */
async function dropPartitions(db: Database): Promise<void> {
  await db.tx(async (write) => {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class where relispartition and relkind = 'r'`.execute(write)
    if (rows.length > 0) await sql.raw(`drop table ${rows.map(({ name }) => name).join()}`).execute(write)
  })
}

/** A hash of all tables, indexes, triggers and functions, and of the plant, which `wipe` keeps. */
async function schemaOf(db: Database): Promise<string> {
  const [row] = await readRows(
    db.reads,
    sql<{ schema: string }>`select md5(string_agg(word, ' ' order by word)) as schema from (
      select concat(relname, relkind, relnatts) from pg_class where relnamespace = 'public'::regnamespace
      union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger
      union all select concat(oid, proname) from pg_proc where pronamespace = 'public'::regnamespace
      union all select plants::text from plants
    ) words (word)`,
  )
  return row?.schema ?? ''
}

/** Opens a copy of an image in memory. */
export async function openImage(image: string): Promise<TestDatabase> {
  const db = await openInMemory({ image, log: silent })
  return { db, wipe: () => wipe(db), close: () => db.close() }
}

/** Adds triggers that reject what commands must not do. */
export async function watch(db: Database): Promise<void> {
  await watchFacts(db)
  await watchWords(db)
}

/** Creates a migrated database on that PostgreSQL. */
export async function onPostgres(serverUrl: string): Promise<TestDatabase> {
  const { url, drop } = await newPostgresDatabase(serverUrl)
  const db = await openDatabase({ url, dataDir: '', log: silent })
  await watch(db)
  return {
    db,
    wipe: () => wipe(db),
    close: async () => {
      await db.close()
      await drop()
    },
  }
}

/** Creates a database on that server: a copy of the migrated template, or empty. */
export async function newPostgresDatabase(
  serverUrl: string,
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const template = kind === 'migrated' ? await postgresTemplate(serverUrl) : 'template1'
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      onServer(serverUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`)
      }),
  }
}

/** Deletes all rows. `as new` also resets disk space and statistics, which affect query plans. */
async function wipe(db: Database, how: 'quick' | 'as new' = 'quick'): Promise<void> {
  await db.tx(async (write) => {
    // A table that was never written to has no pages. The planner takes fewer than ten for ten.
    const { rows: tables } = await sql<{ name: string; bytes: number; isAnalyzed: boolean }>`
      select format('%I', relname) as name, bytes::int, relpages > 0 as "isAnalyzed"
      from pg_class, pg_relation_size(oid) bytes
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'plants')
        and bytes > 0`.execute(write)
    const maxBytes = how === 'as new' ? 80_000 : 4_000_000
    // Deleting is fastest for few rows. Truncating also frees the space of many.
    const emptied = tables.map(({ name, bytes, isAnalyzed }) =>
      bytes > maxBytes || (how === 'as new' && isAnalyzed)
        ? `truncate ${name} cascade;`
        : `delete from ${name};`,
    )
    if (how === 'as new') {
      await sql`delete from pg_statistic`.execute(write)
      await sql`update plants set reminders_since = null where reminders_since is not null`.execute(write)
    }
    // Like a replica: skips triggers and foreign keys.
    await sql.raw(`set local session_replication_role = replica; ${emptied.join('')}`).execute(write)
    await sql`select setval(seqrelid, seqstart, false) from pg_sequence
      where seqrelid <> pg_get_serial_sequence('plants', 'id')::regclass
        and pg_sequence_last_value(seqrelid) is not null`.execute(write)
  })
}

/**
 * Path of a data directory as a tarball, for `openInMemory`: migrated or empty. Built once per state of the
 * migrations and engine version; loading it takes a third of the time of building one.
 */
export async function databaseImage(kind: 'migrated' | 'empty'): Promise<string> {
  const file = join(cache, `${kind}-${stateOf(engineVersion, [migrationsFolder])}.tar`)
  return onlyOnce(
    () => (existsSync(file) ? file : null),
    async () => {
      for (const old of readdirSync(cache)) if (old.startsWith(`${kind}-`)) rmSync(join(cache, old))
      const directory = mkdtempSync(join(tmpdir(), 'cf-image-'))
      const db = await openDatabase({ dataDir: directory, log: silent })
      if (kind === 'migrated') await migrate(db, migrationsFolder)
      await db.close()
      await packDatabase(directory, `${file}.part`)
      rmSync(directory, { recursive: true })
      renameSync(`${file}.part`, file)
    },
  )
}

const enginePath = (dataDir: string) => join(dataDir, 'db/pg')
const extensions = { pg_trgm }

/** Writes an image of the embedded database in a data folder that is not open. */
export async function packDatabase(dataDir: string, file: string): Promise<void> {
  const engine = await PGlite.create(enginePath(dataDir), { extensions })
  const tar = await engine.dumpDataDir('none')
  await engine.close()
  writeFileSync(file, new Uint8Array(await tar.arrayBuffer()))
}

/** Unpacks the database of an image into a data folder without one. */
export async function unpackDatabase(image: string, dataDir: string): Promise<void> {
  const loadDataDir = await openAsBlob(image)
  mkdirSync(enginePath(dataDir), { recursive: true })
  const engine = await PGlite.create(enginePath(dataDir), { extensions, loadDataDir })
  // Drop old log segments: they would be copied with every image made from this one.
  await engine.exec('alter system set wal_recycle = off')
  await engine.close()
}

async function postgresTemplate(serverUrl: string): Promise<string> {
  const name = templateName()
  const ready = () =>
    onServer(serverUrl, async (client) => {
      const { rowCount } = await client.query(
        'select from pg_database where datname = $1 and datistemplate',
        [name],
      )
      return rowCount === 0 ? null : name
    })
  return onlyOnce(ready, () => makePostgresTemplate(serverUrl))
}

const templateName = () => `template_${stateOf('postgres', [migrationsFolder])}`

/** Creates the migrated database that others are copied from. */
export async function makePostgresTemplate(serverUrl: string): Promise<void> {
  const name = templateName()
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name}`)
    await client.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    )
  })
  const db = await openDatabase({ url: databaseUrl(serverUrl, name), dataDir: '', log: silent })
  await migrate(db, migrationsFolder)
  await db.close()
  await onServer(serverUrl, (client) => client.query(`alter database ${name} is_template true`))
}
