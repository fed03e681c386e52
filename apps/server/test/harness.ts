import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'kysely'
import { DirectoryInUse, lockDirectory } from '../src/platform/db/directory-lock.ts'
import type { Database } from '../src/platform/db/handles.ts'
import type { DatabaseLog } from '../src/platform/db/log.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase, openInMemory } from '../src/platform/db/open.ts'
import serverManifest from '../package.json' with { type: 'json' }
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

const cache = join(import.meta.dirname, '../../../node_modules/.cache/cloud-factory')

/**
 * A migrated database of its own for one test file: embedded and in memory, or, with TEST_DATABASE_URL (a superuser's
 * URL), a new database on that PostgreSQL. Both are copied from one that was migrated once per state of the migrations.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined || url === '' ? embedded() : onPostgres(url)
}

async function embedded(): Promise<TestDatabase> {
  const db = await openInMemory({ image: await databaseImage('migrated'), log: silent })
  await watchFacts(db)
  await watchWords(db)
  return { db, wipe: () => wipe(db), close: () => db.close() }
}

async function onPostgres(serverUrl: string): Promise<TestDatabase> {
  const template = await postgresTemplate(serverUrl)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const db = await openDatabase({ url: databaseUrl(serverUrl, name), dataDir: '', log: silent })
  await watchFacts(db)
  await watchWords(db)
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
  const file = join(cache, `${kind}-${stateOf(serverManifest.dependencies['@electric-sql/pglite'])}.tar`)
  return onlyOnce(
    () => (existsSync(file) ? file : null),
    async () => {
      for (const old of readdirSync(cache)) if (old.startsWith(`${kind}-`)) rmSync(join(cache, old))
      const directory = mkdtempSync(join(tmpdir(), 'cf-image-'))
      const db = await openDatabase({ dataDir: directory, log: silent })
      if (kind === 'migrated') await migrate(db, migrationsFolder)
      await db.close()
      const engine = await PGlite.create(join(directory, 'db/pg'), { extensions: { pg_trgm } })
      const tar = await engine.dumpDataDir('none')
      await engine.close()
      rmSync(directory, { recursive: true })
      writeFileSync(`${file}.part`, new Uint8Array(await tar.arrayBuffer()))
      renameSync(`${file}.part`, file)
    },
  )
}

async function postgresTemplate(serverUrl: string): Promise<string> {
  const name = `template_${stateOf('postgres')}`
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

/** What `ready` finds, after `make` if it found nothing; one process makes, the others wait for it. */
async function onlyOnce(ready: () => Promise<string | null> | string | null, make: () => Promise<void>) {
  mkdirSync(cache, { recursive: true })
  for (;;) {
    const found = await ready()
    if (found !== null) return found
    let unlock: () => void
    try {
      unlock = lockDirectory(join(cache, 'making'))
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      await pause(100)
      continue
    }
    try {
      if ((await ready()) === null) await make()
    } finally {
      unlock()
    }
  }
}

/** A word that changes with the text of any migration. */
function stateOf(engine: string): string {
  const hash = createHash('sha256').update(engine)
  for (const name of readdirSync(migrationsFolder).sort()) {
    hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
