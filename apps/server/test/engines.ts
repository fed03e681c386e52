import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/platform/db/handles.ts'
import { openDatabase, openInMemory } from '../src/platform/db/open.ts'
import { databaseImage, newPostgresDatabase, silent } from './harness.ts'
import { runPostgres } from './run-postgres.ts'

/** A directory that is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cf-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/**
 * Both engines, each with a function that opens new databases (empty by default). For behaviour that must be
 * equal on both.
 */
export interface Engine {
  readonly name: Database['engine']
  readonly open: (kind?: 'empty' | 'migrated') => Promise<Database>
}

/** PGlite, and PostgreSQL if installed. Prints a message if it is not. */
export async function bothEngines(): Promise<Engine[]> {
  const embedded: Engine = {
    name: 'pglite',
    open: async (kind = 'empty') => openInMemory({ image: await databaseImage(kind), log: silent }),
  }
  const server = await runPostgres('what must be equal on both engines')
  if (server === null) return [embedded]
  const open: Engine['open'] = async (kind = 'empty') => {
    const { url, drop } = await newPostgresDatabase(server, kind)
    const db = await openDatabase({ url, dataDir: '', log: silent })
    const close = async () => {
      await db.close()
      await drop()
    }
    return { ...db, close }
  }
  return [embedded, { name: 'postgres', open }]
}
