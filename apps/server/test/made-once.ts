import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DirectoryInUse, lockDirectory } from '../src/platform/db/directory-lock.ts'

export const root = join(import.meta.dirname, '../../..')
/** Cache for test data that takes long to build. Missing entries are rebuilt. */
export const cache = join(root, 'node_modules/.cache/cloud-factory')

/**
 * Returns the result of `ready`, calling `make` first if there is none. One process builds while the others wait.
 * Calls cannot be nested.
 */
export async function onlyOnce(
  ready: () => Promise<string | null> | string | null,
  make: () => Promise<void>,
): Promise<string> {
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

const states = new Map<string, string>()

/** A hash of the names and contents of all files in the folders, except tests. Computed once per process. */
export function stateOf(engine: string, folders: readonly string[]): string {
  const key = [engine, ...folders].join('\n')
  const state = states.get(key) ?? readState(engine, folders)
  states.set(key, state)
  return state
}

function readState(engine: string, folders: readonly string[]): string {
  const hash = createHash('sha256').update(engine)
  for (const folder of folders)
    for (const name of filesIn(folder)) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
