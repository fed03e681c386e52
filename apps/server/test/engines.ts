import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/platform/db/handles.ts'
import { openDatabase, openInMemory } from '../src/platform/db/open.ts'
import { databaseImage, silent } from './harness.ts'
import { databaseUrl, onServer, startPostgres } from './postgres.ts'

/** A directory that is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cf-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Both engines, each with a way to open new, empty databases. For tests of what must be equal on both. */
export interface Engine {
  readonly name: Database['engine']
  readonly open: () => Promise<Database>
}

/** PGlite, and PostgreSQL where the machine has it; where it has not, that is said aloud. `stop` ends the server. */
export async function bothEngines(): Promise<{ engines: Engine[]; stop: () => Promise<void> }> {
  const embedded: Engine = {
    name: 'pglite',
    open: async () => openInMemory({ image: await databaseImage('empty'), log: silent }),
  }
  const server = await startPostgres()
  if (server === null) {
    process.stderr.write('SKIPPED on PostgreSQL: no binaries on this machine (set PG_BIN)\n')
    return { engines: [embedded], stop: async () => undefined }
  }
  let number = 0
  const open = async () => {
    const name = `empty_${(number += 1)}`
    await onServer(server.url, (client) => client.query(`create database ${name}`))
    return openDatabase({ url: databaseUrl(server.url, name), dataDir: '', log: silent })
  }
  return { engines: [embedded, { name: 'postgres', open }], stop: () => server.stop() }
}
