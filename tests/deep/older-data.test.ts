import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseImage, migrationsFolder, silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { assemble } from '../../apps/server/src/app/compose.ts'
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'
import { MigrationRefused, migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openInMemory } from '../../apps/server/src/platform/db/open.ts'
import { createLog } from '../../apps/server/src/platform/log/log.ts'

// For every state of the migrations that was ever on the main branch: the current program starts on such a database
// and gives it the schema of a new one, or rejects it with instructions.

const root = join(import.meta.dirname, '../..')
const folder = 'apps/server/migrations'
const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const hasHistory = existsSync(join(root, '.git')) && git('rev-parse', '--is-shallow-repository') === 'false'
/** Commits that changed the migrations, newest first. */
const commits = hasHistory
  ? git('log', '--first-parent', '--format=%h', '--diff-filter=AMRD', 'HEAD', '--', folder).split('\n')
  : ['of which there is no history here']
/** An early migration whose tables were later changed in place. */
const refused = '0004_production.sql'

const work = mkdtempSync(join(tmpdir(), 'cloud-factory-older-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

function migrationsOf(commit: string): string {
  const made = mkdtempSync(join(work, 'commit-'))
  execFileSync('sh', ['-c', `git archive ${commit} ${folder} | tar -x -C ${made}`], { cwd: root })
  return join(made, folder)
}

/** Columns, constraints and indexes as texts that do not depend on creation order. */
async function schemaOf(db: Database): Promise<string[]> {
  const rows = await readRows(
    db.reads,
    sql<{ line: string }>`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) as line
        from information_schema.columns where table_schema = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'`,
  )
  return rows.map(({ line }) => line).toSorted()
}

const open = async () => openInMemory({ image: await databaseImage('empty'), log: silent })
let today: string[]
beforeAll(async () => {
  const db = await open()
  await migrate(db, migrationsFolder)
  today = await schemaOf(db)
  await db.close()
})

/** Starts the program on the database: healthy or rejected. */
async function start(db: Database): Promise<string> {
  try {
    await migrate(db, migrationsFolder)
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error
    expect(error.message).toMatch(/with an empty database/)
    return /Migration (\S+)/.exec(error.message)?.[1] ?? ''
  }
  expect(await schemaOf(db)).toEqual(today)
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(work, 'data-')),
    MQTT_PORT: '0',
    DEMO: '0',
    SIMULATOR: '0',
  })
  const app = await assemble({
    config,
    db: { ...db, close: async () => undefined },
    log: createLog('silent'),
    clock: systemClock,
    webRoot: null,
  })
  const health = await app.server.inject('/api/health')
  await app.close()
  return String(health.statusCode)
}

test.skipIf(!hasHistory).each(commits)('data of commit %s', async (commit) => {
  const older = migrationsOf(commit)
  const db = await open()
  try {
    const unusable = await migrate(db, older).then(
      () => null,
      (error: unknown) => String(error),
    )
    // A commit that could not start left no data behind.
    if (unusable !== null) return expect(unusable).toMatch(/Two migrations have the number/)
    const answer = await start(db)
    expect(['200', refused]).toContain(answer)
  } finally {
    await db.close()
  }
})
