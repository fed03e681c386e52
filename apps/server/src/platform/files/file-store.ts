import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where a stored file is found again. */
export interface StoredFile {
  /** SHA-256 of the bytes, lower-case hex: the file's name in the store. */
  readonly sha256: string
  readonly bytes: number
}

/**
 * Files by the hash of their content: the same bytes are kept once, and a stored file never changes. Another store
 * (S3 and the like) can take its place.
 */
export interface FileStore {
  /** Copies a file in. When it resolves the bytes are on the disk, power cut or not. */
  put(path: string): Promise<StoredFile>
  /** Rejects with ENOENT when nothing is stored under the hash. */
  bytes(sha256: string): Promise<Buffer>
  /** Emits an ENOENT error when nothing is stored under the hash. */
  stream(sha256: string): Readable
}

const hashForm = /^[0-9a-f]{64}$/

/** The store in `<dataDir>/files`; folders are made when they are needed. */
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
  // The name is durable only when its folder is; Windows cannot open a folder and has no need to.
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
