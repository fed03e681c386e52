import { open } from 'node:fs/promises'
import type {
  DocumentKind,
  documentOutcomes,
  orderDocumentsApi,
} from '@cloud-factory/contract/order-documents/order-documents'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { type AuditEntry, recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, type Write, asReads } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { notifyOfVersions, recordMessages } from '../inbox/public.ts'
import { oneOrder, orderForUpdate } from '../orders/public.ts'
import { storableText } from '../order-import/public.ts'
import { documentType, headBytes } from '../../platform/files/document-type.rules.ts'
import { documentName, canAdd, canChange, canRestore } from './documents.policy.ts'
import {
  documentForUpdate,
  documentNamed,
  insertDocument,
  insertVersion,
  type DocumentFile,
  latestHash,
  orderOfDocument,
  type StoredDocument,
  saveDocument,
} from './documents.store.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { oneDocument } from './documents.queries.ts'

export interface DocumentDeps {
  readonly db: Database
  readonly files: FileStore
}

interface Added {
  readonly id: string
  readonly outcome: (typeof documentOutcomes)[number]
  /** Number of the latest version. */
  readonly no: number
  /** What the audit log says of it; null: nothing was added. */
  readonly entry: Pick<AuditEntry, 'action' | 'before' | 'after'> | null
}

/** Adds files to an order, all or none; a file named like a document in use becomes its next version. */
export async function addDocuments(
  { db, files }: DocumentDeps,
  actor: Actor,
  orderId: string,
  kind: DocumentKind,
  uploads: readonly UploadedFile[],
  now: Date,
): Promise<readonly Added[]> {
  // Asked before the bytes are stored, and again under the lock.
  const { status } = await oneOrder(db.reads, actor, orderId, now)
  requireAddable(actor, status)
  const saved = await keepFiles(files, uploads)
  return db.tx(async (write) => {
    const order = await orderForUpdate(write, actor.plantId, orderId)
    requireAddable(actor, order.status)
    const added: Added[] = []
    for (const file of saved) added.push(await addDocument(write, actor, order, kind, file))
    await recordAdded(write, actor, order, added)
    return added
  })
}

/** Adds a version to a document, whatever the file is called. Sent twice, it is there once. */
export async function addVersion(
  { db, files }: DocumentDeps,
  actor: Actor,
  id: string,
  uploads: readonly UploadedFile[],
): Promise<void> {
  // A document that is not there is said before the bytes are stored.
  await db.tx((write) => orderOfDocument(write, actor.plantId, id))
  const [file] = await keepFiles(files, uploads)
  if (file === undefined) return
  await db.tx(async (write) => {
    const order = await orderForUpdate(write, actor.plantId, await orderOfDocument(write, actor.plantId, id))
    const document = await documentForUpdate(write, actor.plantId, id)
    const facts = { orderStatus: order.status, isRetired: document.retired_at !== null }
    requireAllowed(canChange(actor.tags, facts), { status: order.status })
    await recordAdded(write, actor, order, [await addNext(write, actor, document, file)])
  })
}

function requireAddable(actor: Actor, status: string): void {
  requireAllowed(canAdd(actor.tags, status), { status })
}

async function keepFiles(
  files: FileStore,
  uploads: readonly UploadedFile[],
): Promise<readonly DocumentFile[]> {
  const typed: (UploadedFile & { readonly type: string; readonly fileName: string })[] = []
  for (const upload of uploads) {
    const fileName = documentName(storableText(upload.name))
    const params = { file: fileName }
    if (upload.bytes === 0) fail('file.empty', { params })
    const type = fileName === '' ? null : documentType(await headOf(upload.path), fileName)
    typed.push({ ...upload, fileName, type: type ?? fail('file.unknown_type', { params }) })
  }
  // None is stored before all are known to be good.
  const saved: DocumentFile[] = []
  for (const { path, fileName, type } of typed) saved.push({ ...(await files.put(path)), fileName, type })
  return saved
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

interface OrderFacts {
  readonly id: number
  readonly no: string
}

async function addDocument(
  write: Write,
  actor: Actor,
  order: OrderFacts,
  kind: DocumentKind,
  file: DocumentFile,
): Promise<Added> {
  const known = await documentNamed(write, actor.plantId, order.id, file.fileName)
  if (known !== undefined) return addNext(write, actor, known, file)
  const fields = { order_id: order.id, name: file.fileName, kind, search: searchText(file.fileName) }
  const document = await insertDocument(write, actor, fields)
  const no = await insertVersion(write, actor, document, file)
  const after = { document: document.name, kind, bytes: file.bytes, sha256: file.sha256 }
  return { id: String(document.id), outcome: 'added', no, entry: { action: 'documents.add', after } }
}

/** The next version of a locked document; nothing when its bytes are those of the last one. */
async function addNext(
  write: Write,
  actor: Actor,
  document: StoredDocument,
  file: DocumentFile,
): Promise<Added> {
  const id = String(document.id)
  const before = await latestHash(write, document)
  if (before === file.sha256) return { id, outcome: 'unchanged', no: document.versions, entry: null }
  const no = await insertVersion(write, actor, document, file)
  const entry = {
    action: 'documents.version',
    before: { document: document.name, versionNo: document.versions, sha256: before },
    after: {
      document: document.name,
      versionNo: no,
      sha256: file.sha256,
      fileName: file.fileName,
      bytes: file.bytes,
    },
  }
  return { id, outcome: 'version', no, entry }
}

/** Records what was added. Followers of the order get one message of all new versions. */
async function recordAdded(
  write: Write,
  actor: Actor,
  order: OrderFacts,
  added: readonly Added[],
): Promise<void> {
  const versions = added.flatMap(({ id, outcome, no }) => (outcome === 'version' ? [`${id}-${no}`] : []))
  const record = { kind: 'order', id: String(order.id) } as const
  const notified = versions.length === 0 ? [] : await notifyOfVersions(write, actor, record, versions)
  for (const { entry } of added) {
    if (entry === null) continue
    await recordAudit(write, actor, { ...entry, ...subjectOf(order) })
    await recordChange(write, actor, order)
  }
  await recordMessages(write, actor, notified)
}

/** What happens to a document stands in its order's history. */
const subjectOf = (order: OrderFacts) => ({
  subjectKind: 'order',
  subjectId: String(order.id),
  subjectName: order.no,
})

async function recordChange(write: Write, actor: Actor, order: OrderFacts): Promise<void> {
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: String(order.id) })
}

type UpdateInput = BodyOf<(typeof orderDocumentsApi)['PATCH /api/documents/:id']>

/** Renames a document or changes its kind or note; nothing is written when nothing differs. */
export async function updateDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: UpdateInput,
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canChange)
  const changes = changesOf<UpdateFields>(document, input)
  if (changes === null) return
  const fields = { ...input, search: searchText(input.name, input.note) }
  await rejectingDuplicate(input.name, () => saveDocument(write, actor, document.id, fields))
  await recordAudit(write, actor, {
    action: 'documents.update',
    ...subjectOf(order),
    before: { document: document.name, ...changes.before },
    after: { document: input.name, ...changes.after },
  })
  await recordChange(write, actor, order)
}

type UpdateFields = Pick<Awaited<ReturnType<typeof documentForUpdate>>, 'name' | 'kind' | 'note'>

/** Takes a document out of use; its versions and their bytes stay. */
export async function retireDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canChange)
  await saveDocument(write, actor, document.id, { retire_reason: reason })
  await recordAudit(write, actor, {
    action: 'documents.retire',
    ...subjectOf(order),
    before: { document: document.name },
    after: { reason },
  })
  await recordChange(write, actor, order)
}

/** Puts a retired document back into use, unless another one has taken its name. */
export async function restoreDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version }: { readonly version: number },
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canRestore)
  await rejectingDuplicate(document.name, () =>
    saveDocument(write, actor, document.id, { retire_reason: null }),
  )
  await recordAudit(write, actor, {
    action: 'documents.restore',
    ...subjectOf(order),
    after: { document: document.name },
  })
  await recordChange(write, actor, order)
}

/** The order and then its document, locked, unchanged since `version`, and open to what is about to be done. */
async function lockedForChange(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  judge: typeof canChange | typeof canRestore,
) {
  const order = await orderForUpdate(write, actor.plantId, await orderOfDocument(write, actor.plantId, id))
  const document = await documentForUpdate(write, actor.plantId, id)
  if (document.version !== version) {
    fail('version.conflict', { current: await oneDocument(asReads(write), actor, id) })
  }
  const facts = { orderStatus: order.status, isRetired: document.retired_at !== null }
  requireAllowed(judge(actor.tags, facts), { status: order.status })
  return { order, document }
}

async function rejectingDuplicate(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'order_documents_name') throw error
    fail('duplicate', { params: { field: 'name', value: name } })
  }
}
