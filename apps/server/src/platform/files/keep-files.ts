import { mkdtemp, rm, writeFile, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from '../http/domain-error.ts'
import type { UploadedFile } from '../http/routes.ts'
import { documentType, headBytes } from './document-type.rules.ts'
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

/** An uploaded file in the file store. */
export interface SavedFile extends StoredFile {
  /** Name on the user's device. */
  readonly fileName: string
  readonly type: string
}

/** The media type of a file from its first `headBytes` bytes and its name; null when it is not accepted. */
type TypeOf = (head: Uint8Array, fileName: string) => string | null

/** Images that every browser shows. */
const pictures: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** Accepts images only, whatever the file name. */
export const pictureType: TypeOf = (head) => {
  const type = documentType(head, '')
  return pictures.has(type) ? type : null
}

/** Stores files of accepted types; rejects all of them when one has another type or is empty. */
export async function keepFiles(
  files: FileStore,
  uploads: readonly UploadedFile[],
  typeOf: TypeOf,
): Promise<SavedFile[]> {
  const typed: { readonly path: string; readonly fileName: string; readonly type: string }[] = []
  for (const { name, path, bytes } of uploads) {
    const fileName = nameOf(name)
    if (bytes === 0) fail('file.empty', { params: { file: fileName } })
    const type =
      typeOf(await headOf(path), fileName) ?? fail('file.unknown_type', { params: { file: fileName } })
    typed.push({ path, fileName, type })
  }
  const saved: SavedFile[] = []
  for (const { path, ...file } of typed) saved.push({ ...(await files.put(path)), ...file })
  return saved
}

/** Without folders and characters that databases reject; never empty. */
const nameOf = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-120) || 'file'

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
