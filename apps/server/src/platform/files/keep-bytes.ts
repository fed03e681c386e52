import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore, StoredFile } from './file-store.ts'

/** Stores bytes that do not come from an upload. */
export async function keepBytes(files: FileStore, bytes: Uint8Array): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-bytes-'))
  try {
    const path = join(folder, 'bytes')
    await writeFile(path, bytes)
    return await files.put(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
