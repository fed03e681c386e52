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

/** A demo factory for copying. */
export interface DemoImage {
  /** Input of `openImage`. Includes the triggers that check commands. */
  readonly database: string
  /** The contents of the data folder besides the database. */
  readonly files: string
}

/** Sources that determine the contents of the demo factory. */
const sources = [
  migrationsFolder,
  // Includes the labels that the audit log needs for everything that the demo factory does.
  ...['apps/server/src', 'apps/server/test', 'packages'].map((path) => join(root, path)),
]

/** Number of older images to keep, because another run may still read them. */
const maxImages = 3

/**
 * The demo factory that `fill` creates. Built once per state of the sources and per hour, because its dates
 * depend on the time of creation.
 */
export async function demoImage(fill: (db: Database, dataDir: string) => Promise<void>): Promise<DemoImage> {
  const migrated = await databaseImage('migrated')
  // One hour for the whole run, even if the run crosses into the next.
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
  for (const image of images.slice(maxImages)) rmSync(image, { recursive: true })
}
