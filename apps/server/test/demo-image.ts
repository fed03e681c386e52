import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/platform/db/handles.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import {
  databaseImage,
  engineVersion,
  migrationsFolder,
  packDatabase,
  silent,
  unpackDatabase,
  watch,
} from './harness.ts'
import { cache, onlyOnce, root, stateOf } from './made-once.ts'

/** A demo factory to be copied. */
export interface DemoImage {
  /** For `openImage`; what watches commands is in it. */
  readonly database: string
  /** What the data folder holds beside the database. */
  readonly files: string
}

/** All that decides what the demo factory holds. */
const sources = [
  migrationsFolder,
  ...['apps/server/src', 'apps/server/test', 'packages'].map((path) => join(root, path)),
  // Words that the audit log must have for what the demo factory does.
  join(root, 'apps/web/src/features/audit/i18n'),
]

/** Images of other hours or other sources that another run may be about to read. */
const keptImages = 3

/**
 * The demo factory as `fill` lays it out, made once for each state of the sources and each hour: its dates lie around the
 * moment in which it is made.
 */
export async function demoImage(fill: (db: Database, dataDir: string) => Promise<void>): Promise<DemoImage> {
  const migrated = await databaseImage('migrated')
  // One for the whole run, also when it crosses the hour.
  const hour = process.env['DEMO_HOUR'] ?? new Date().toISOString().slice(0, 13)
  const folder = join(cache, `demo-${stateOf(engineVersion, sources)}-${hour}`)
  await onlyOnce(
    () => (existsSync(folder) ? folder : null),
    async () => {
      const part = join(cache, 'demo.part')
      rmSync(part, { recursive: true, force: true })
      mkdirSync(join(part, 'files'), { recursive: true })
      const directory = mkdtempSync(join(tmpdir(), 'cf-image-'))
      await unpackDatabase(migrated, directory)
      const db = await openDatabase({ dataDir: directory, log: silent })
      await watch(db)
      await fill(db, join(part, 'files'))
      await db.close()
      await packDatabase(directory, join(part, 'database.tar'))
      rmSync(directory, { recursive: true })
      renameSync(part, folder)
      removeOld()
    },
  )
  return { database: join(folder, 'database.tar'), files: join(folder, 'files') }
}

function removeOld(): void {
  const images = readdirSync(cache)
    .filter((name) => name.startsWith('demo-'))
    .map((name) => join(cache, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const image of images.slice(keptImages)) rmSync(image, { recursive: true })
}
