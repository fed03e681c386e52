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
import type { Database } from '../src/platform/db/handles.ts'
import type { DatabaseLog } from '../src/platform/db/log.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase, openInMemory } from '../src/platform/db/open.ts'
import serverManifest from '../package.json' with { type: 'json' }
import { cache, onlyOnce, stateOf } from './made-once.ts'
import { databaseUrl, onServer } from './postgres.ts'
import { watchFacts } from './watch-facts.ts'
import { watchWords } from './watch-words.ts'

export interface TestDatabase {
  readonly db: Database
  /** Deletes all rows of all tables but `migrations` and `plants`, and starts their ids at 1 again. */
  readonly wipe: () => Promise<void>
  readonly close: () => Promise<void>
}

export const migrationsFolder = join(import.meta.dirname, '../migrations')
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const engineVersion = serverManifest.dependencies['@electric-sql/pglite']

/**
 * A migrated database of its own for one test file: embedded and in memory, or, with TEST_DATABASE_URL (a superuser's
 * URL), a new database on that PostgreSQL. Both are copied from one that was migrated once per state of the migrations.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = serverUrl()
  return url === null ? embedded() : onPostgres(url)
}

/** The PostgreSQL that tests shall use; null: the embedded database. */
export const serverUrl = (): string | null => process.env['TEST_DATABASE_URL'] || null

async function embedded(): Promise<TestDatabase> {
  const house = await openImage(await databaseImage('migrated'))
  await watch(house.db)
  return house
}

/** A copy of an image in memory. */
export async function openImage(image: string): Promise<TestDatabase> {
  const db = await openInMemory({ image, log: silent })
  return { db, wipe: () => wipe(db), close: () => db.close() }
}

/** Lets the database refuse what verbs must not do. */
export async function watch(db: Database): Promise<void> {
  await watchFacts(db)
  await watchWords(db)
}

async function onPostgres(serverUrl: string): Promise<TestDatabase> {
  const template = await postgresTemplate(serverUrl)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const db = await openDatabase({ url: databaseUrl(serverUrl, name), dataDir: '', log: silent })
  await watch(db)
  return {
    db,
    wipe: () => wipe(db),
    close: async () => {
      await db.close()
      await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function wipe(db: Database): Promise<void> {
  await db.tx(async (write) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I', c.relname) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('migrations', 'plants')`.execute(write)
    const names = rows.map(({ name }) => name)
    const filled = names.map((name) => `select '${name}' as name where exists (select from ${name})`)
    // Truncating makes new files, deleting from a full table takes long: only what has rows is truncated.
    const full = (await sql.raw<{ name: string }>(filled.join(' union all ')).execute(write)).rows
    if (full.length > 0) {
      const trigger = (state: string) =>
        names.map((name) => `alter table ${name} ${state} trigger user;`).join('')
      const empty = `truncate ${full.map(({ name }) => name).join(', ')} cascade;`
      await sql.raw(trigger('disable') + empty + trigger('enable')).execute(write)
    }
    await sql`select setval(seqrelid, seqstart, false) from pg_sequence
      where seqrelid <> pg_get_serial_sequence('plants', 'id')::regclass`.execute(write)
  })
}

/**
 * Tarball of a data directory, for `openInMemory`: migrated, or as the engine makes it. Made once for each state of the
 * migrations and version of the engine; loading it takes a third of the time of making one.
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

/** Writes an image of the embedded database in a data folder that nobody has open. */
export async function packDatabase(dataDir: string, file: string): Promise<void> {
  const engine = await PGlite.create(enginePath(dataDir), { extensions })
  const tar = await engine.dumpDataDir('none')
  await engine.close()
  writeFileSync(file, new Uint8Array(await tar.arrayBuffer()))
}

/** Lays the database of an image into a data folder that has none. */
export async function unpackDatabase(image: string, dataDir: string): Promise<void> {
  const loadDataDir = await openAsBlob(image)
  mkdirSync(enginePath(dataDir), { recursive: true })
  const engine = await PGlite.create(enginePath(dataDir), { extensions, loadDataDir })
  // What was logged and is in the tables stays away: it would be copied with every image made of this one.
  await engine.exec('alter system set wal_recycle = off')
  await engine.close()
}

async function postgresTemplate(serverUrl: string): Promise<string> {
  const name = `template_${stateOf('postgres', [migrationsFolder])}`
  const ready = () =>
    onServer(serverUrl, async (client) => {
      const { rowCount } = await client.query(
        'select from pg_database where datname = $1 and datistemplate',
        [name],
      )
      return rowCount === 0 ? null : name
    })
  return onlyOnce(ready, async () => {
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
  })
}
