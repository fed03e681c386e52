import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { StoredFile } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { rowForUpdate, signature } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredDocument = Selectable<Tables['order_documents']>

/** A file of an upload that lies in the file store. */
export interface DocumentFile extends StoredFile {
  /** As the person's machine calls it. */
  readonly fileName: string
  readonly type: string
}

/** The order a document belongs to, without a lock: the order is locked before its documents. */
export async function orderOfDocument(write: Write, plantId: number, id: string): Promise<string> {
  const row = await write
    .selectFrom('order_documents')
    .select('order_id')
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row === undefined ? fail('not_found') : String(row.order_id)
}

/** Locks the document until the transaction ends; fails with `not_found` when the plant has no such document. */
export const documentForUpdate = (write: Write, plantId: number, id: string): Promise<StoredDocument> =>
  rowForUpdate(write, 'order_documents', plantId, id)

/** The document in use of that name, locked. */
export async function documentNamed(
  write: Write,
  plantId: number,
  orderId: number,
  name: string,
): Promise<StoredDocument | undefined> {
  return write
    .selectFrom('order_documents')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('order_id', '=', orderId)
    .where('name', '=', name)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertDocument(
  write: Write,
  actor: Actor,
  fields: {
    readonly order_id: number
    readonly name: string
    readonly kind: StoredDocument['kind']
    readonly search: string
  },
): Promise<StoredDocument> {
  const signed = signature(actor)
  return write
    .insertInto('order_documents')
    .values({ ...fields, ...signed, plant_id: actor.plantId, created_by: signed.updated_by })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Hash of the version that counts; null when there is none yet. */
export async function latestHash(write: Write, document: StoredDocument): Promise<string | null> {
  const row = await write
    .selectFrom('order_document_versions')
    .select('sha256')
    .where('plant_id', '=', document.plant_id)
    .where('document_id', '=', document.id)
    .where('no', '=', document.versions)
    .executeTakeFirst()
  return row?.sha256 ?? null
}

/** Adds the next version of a locked document; returns its number. */
export async function insertVersion(
  write: Write,
  actor: Actor,
  document: StoredDocument,
  file: DocumentFile,
): Promise<number> {
  const { updated_by: author, updated_by_name: authorName } = signature(actor)
  const no = document.versions + 1
  await write
    .insertInto('order_document_versions')
    .values({
      plant_id: actor.plantId,
      document_id: document.id,
      no,
      file_name: file.fileName,
      type: file.type,
      bytes: file.bytes,
      sha256: file.sha256,
      created_by: author,
      created_by_name: authorName,
    })
    .execute()
  await saveDocument(write, actor, document.id, { versions: no })
  return no
}

export async function saveDocument(
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<Pick<StoredDocument, 'name' | 'kind' | 'note' | 'versions' | 'search'>> & {
    readonly retire_reason?: string | null
  },
): Promise<void> {
  const signed = signature(actor)
  const retired = {
    retired_at: sql<Date>`now()`,
    retired_by: signed.updated_by,
    retired_by_name: signed.updated_by_name,
  }
  const restored = { retired_at: null, retired_by: null, retired_by_name: null }
  const { retire_reason: reason } = fields
  await write
    .updateTable('order_documents')
    .set({ ...fields, ...signed, updated_at: sql`now()`, version: sql`version + 1` })
    .$if(reason !== undefined, (update) => update.set(reason === null ? restored : retired))
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}
