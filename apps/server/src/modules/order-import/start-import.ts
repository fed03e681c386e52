import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import type { ImportReader } from './import-reader.ts'
import { insertImport, type ImportUpload } from './imports.store.ts'
import { oneOrder, factsOf, canImport, orderForUpdate } from '../orders/public.ts'
import { storableText } from './staged-import.ts'

export interface StartImportDeps {
  readonly db: Database
  readonly files: FileStore
  readonly reader: Pick<ImportReader, 'enqueue' | 'isFull'>
}

/** Keeps the files and lets them be read in the background; returns the import's id. */
export async function startImport(
  deps: StartImportDeps,
  actor: Actor,
  orderId: string,
  uploads: readonly UploadedFile[],
  now: Date,
): Promise<string> {
  // Asked before the bytes are stored, and again under the lock.
  const order = await oneOrder(deps.db.reads, actor, orderId, now)
  if (order.can.import !== true) {
    fail('state.refused', { params: { reason: order.can.import, status: order.status } })
  }
  const empty = uploads.find(({ bytes }) => bytes === 0)
  if (empty !== undefined) fail('file.empty', { params: { file: storableText(empty.name) } })
  if (deps.reader.isFull()) fail('server.busy', { retryAfter: 30 })
  const stored: ImportUpload[] = []
  for (const { name, path } of uploads) {
    stored.push({ ...(await deps.files.put(path)), name: storableText(name).slice(0, 255) })
  }
  const id = await deps.db.tx(async (write) => {
    const locked = await orderForUpdate(write, actor.plantId, orderId)
    const verdict = canImport(actor.tags, factsOf(locked))
    if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: locked.status } })
    return insertImport(write, actor, locked.id, stored)
  })
  deps.reader.enqueue({ id, plantId: actor.plantId })
  return String(id)
}
