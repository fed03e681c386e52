import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process uses the directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/**
 * Makes this process the only user of a directory; returns the function that releases it. The lock is a file lock
 * that the kernel releases however the process ends, including SIGKILL. SQLite takes it, because Node has no call for
 * file locks and SQLite's is tested on every system; the file stores nothing.
 * Throws `DirectoryInUse`, which names the process, when the lock is taken.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const ownerFile = join(directory, 'owner')
  const lock = new DatabaseSync(join(directory, 'lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DirectoryInUse(
      `The data directory ${directory} is in use by process ${ownerOf(ownerFile)}. ` +
        'The embedded database serves one process: stop the other one, choose another DATA_DIR, or set DATABASE_URL.',
    )
  }
  writeFileSync(ownerFile, String(process.pid))
  return () => lock.close()
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}
