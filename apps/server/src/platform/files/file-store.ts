import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Reference to a stored file. */
export interface StoredFile {
  /** SHA-256 of the bytes, lower-case hex: the name of the file in the store. */
  readonly sha256: string
  readonly bytes: number
}

/**
 * Files by the hash of their content: equal bytes are stored once, and a stored file never changes. Another store
 * (such as S3) can replace it.
 */
export interface FileStore {
  /** Copies a file into the store. When it resolves, the bytes survive a power cut. */
  put(path: string): Promise<StoredFile>
  /** Rejects with ENOENT when nothing is stored under the hash. */
  bytes(sha256: string): Promise<Buffer>
  /** Emits an ENOENT error when nothing is stored under the hash. */
  stream(sha256: string): Readable
}

const hashForm = /^[0-9a-f]{64}$/

/** The store in `<dataDir>/files`; folders are created when needed. */
export function openFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files')
  const place = (sha256: string) => {
    if (!hashForm.test(sha256)) throw new TypeError('not a SHA-256 in hex')
    return join(root, sha256.slice(0, 2), sha256.slice(2))
  }
  return {
    put: async (path) => {
      await mkdir(join(root, 'incoming'), { recursive: true, mode: 0o700 })
      const temporary = join(root, 'incoming', randomUUID())
      try {
        const stored = await copyDurably(path, temporary)
        await moveDurably(temporary, place(stored.sha256))
        return stored
      } finally {
        await rm(temporary, { force: true })
      }
    },
    bytes: (sha256) => readFile(place(sha256)),
    stream: (sha256) => createReadStream(place(sha256)),
  }
}

async function copyDurably(from: string, to: string): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const target = await open(to, 'wx', 0o600)
  try {
    for await (const chunk of createReadStream(from)) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
      await target.writeFile(chunk as Buffer)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}

async function moveDurably(from: string, to: string): Promise<void> {
  if (await isThere(to)) return
  const folder = dirname(to)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(from, to)
  // The name is durable only when its folder is synced; Windows cannot open a folder and does not need it.
  if (process.platform === 'win32') return
  for (const path of [folder, dirname(folder)]) {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}
