import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { advisoryLock } from './advisory-lock.ts'
import type { Database, Write } from './handles.ts'

/** SQL by the hash (SHA-256) of a migration file at the time it was applied. */
type Amendments = Readonly<Record<string, string>>

/**
 * Migrations that were changed in the first days after data existed, with the SQL that such data need. No entry is
 * added any more: a landed migration is never edited.
 */
const amendedMigrations: Amendments = {
  // 0013_inspections.sql
  '284abd5e10806304b0c5f88e9f24b9bd6265871d55b09d0814379344da6ba99e': `
    alter table inspections add column edition_no text not null default '';
    alter table inspections add column verdict_family text collate "C" not null default 'gb' check (verdict_family in ('gb', 'all'))`,
  // 0027_papers_and_sums.sql
  '17998d0598421719e4408479452984c31c7ef9266c503e6767406396b0bd0f29': `
    alter table issued_papers drop constraint issued_papers_kind_check;
    alter table issued_papers add constraint issued_papers_kind_check
      check (kind in ('dossier', 'certificate', 'material', 'welds', 'welders', 'ndt', 'coat', 'ncr'))`,
  // 0052_statistics_by_maker.sql
  '936180632f1708d229431b69aea85c208751e75106b07746c2a5a696112f8b77': `
    create index ncrs_by_project on ncrs (project_id, raised_at) where project_id is not null`,
}

/** The database does not match the migration files; the message says how. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly hash: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly hash: string
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

interface MigrateOptions {
  readonly amendments?: Amendments
  /** Called after each file: how many are applied, of how many. */
  readonly onApplied?: ((count: number, of: number) => void) | undefined
}

/**
 * Applies the missing migration files `NNNN_name.sql` of the folder, each in its own transaction; to an empty database all of them
 * in one, which takes a third less time. Returns the names applied now, none when the schema was up to date. Several servers may start
 * at once: one migrates, the others wait. A file that sorts before applied ones is applied too: it landed after them. Rejects with `MigrationRefused` when
 * the database has a migration that the folder lacks, or a file was changed after it was applied and `amendments` has
 * no entry for it.
 */
export async function migrate(
  db: Database,
  folder: string,
  { amendments = amendedMigrations, onApplied }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await migrationsIn(folder)
  const done: string[] = []
  for (;;) {
    const names = await db.tx((write) => applyNext(write, migrations, { amendments, onApplied }))
    if (names.length === 0) return done
    done.push(...names)
  }
}

async function applyNext(
  write: Write,
  migrations: readonly Migration[],
  { amendments, onApplied }: Pick<MigrateOptions, 'onApplied'> & { readonly amendments: Amendments },
): Promise<string[]> {
  await advisoryLock(write, 'migrate')
  await sql`set local statement_timeout = 0`.execute(write)
  await sql`create table if not exists migrations (
    number integer primary key,
    name text not null,
    hash text not null,
    applied_at timestamptz not null default now()
  )`.execute(write)
  const { rows } = await sql<Applied>`select number, name, hash from migrations order by number`.execute(
    write,
  )
  for (const applied of rows) {
    const file = rejectUnknownMigration(applied, migrations)
    if (file.hash === applied.hash) continue
    const text = amendments[applied.hash] ?? rejectChanged(file)
    await sql.raw(text).execute(write)
    await sql`update migrations set hash = ${file.hash} where number = ${file.number}`.execute(write)
    return [file.name]
  }
  const known = new Set(rows.map(({ number }) => number))
  const missing = migrations.filter(({ number }) => !known.has(number))
  const next = known.size === 0 ? missing : missing.slice(0, 1)
  for (const [index, { number, name, hash, text }] of next.entries()) {
    await sql.raw(text).execute(write)
    await sql`insert into migrations (number, name, hash) values (${number}, ${name}, ${hash})`.execute(write)
    onApplied?.(known.size + index + 1, migrations.length)
  }
  return next.map(({ name }) => name)
}

function rejectUnknownMigration(applied: Applied, migrations: readonly Migration[]): Migration {
  const file = migrations.find(({ number }) => number === applied.number)
  if (file === undefined) {
    throw new MigrationRefused(
      `The database knows migration ${applied.name}, this version does not: it was written by a newer version. ` +
        'Start that version, or restore an export that this version has made into an empty database.',
    )
  }
  return file
}

function rejectChanged({ name }: Migration): never {
  throw new MigrationRefused(
    `Migration ${name} was changed after it was applied: the files of the program were altered, or the data are of its first days. ` +
      'Check out the release as it is. If it is, start the commit that made the data to look into them, ' +
      'and this version with an empty database.',
  )
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = Number(fileName.exec(name)?.[1])
    if (Number.isNaN(number)) throw new MigrationRefused(`${name} is not named NNNN_name.sql`)
    if (migrations.at(-1)?.number === number)
      throw new MigrationRefused(`Two migrations have the number of ${name}`)
    const text = await readFile(join(folder, name), 'utf8')
    // Line endings do not count as a change: a check-out on Windows may convert them.
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    migrations.push({ number, name, text, hash })
  }
  return migrations
}
