import {
  type DrawingFileRow,
  type drawingsApi,
  maxWaitingFiles,
} from '@cloud-factory/contract/drawings/drawings'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Database, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { documentType } from '../../platform/files/document-type.rules.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles } from '../../platform/files/keep-files.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { orderForUpdate } from '../orders/public.ts'
import { canEditDrawings } from './drawings.policy.ts'
import { revisionRank } from './drawings.rules.ts'
import { insertDrawings, insertRevisions, linkMarks, type NewRevision } from './drawings.store.ts'
import { readDrawings } from './read-pdf.ts'
import {
  fileView,
  numbersOfOrder,
  orderStatus,
  type WaitingFile,
  waitingFiles,
} from './waiting-files.queries.ts'

interface UploadDeps {
  readonly db: Database
  readonly files: FileStore
}

/** Locks an order whose drawings the caller may change. */
export async function orderToEdit(write: Write, actor: Actor, orderId: string) {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireEditable(actor, order.status)
  return order
}

function requireEditable(actor: Actor, status: string): void {
  requireAllowed(canEditDrawings(actor.tags, status), { status })
}

/** Stores PDF files and what their names and texts say of their drawings; they wait to be confirmed. */
export async function uploadFiles(
  { db, files }: UploadDeps,
  actor: Actor,
  orderId: string,
  uploads: readonly UploadedFile[],
  signal: AbortSignal,
): Promise<DrawingFileRow[]> {
  requireEditable(actor, await orderStatus(db.reads, actor.plantId, orderId))
  const { drawings, marks } = await numbersOfOrder(db.reads, actor.plantId, Number(orderId))
  const saved = await keepFiles(files, uploads, (head, name) => {
    const type = documentType(head, name)
    return type === 'application/pdf' ? type : null
  })
  const sources = saved.map(({ fileName }, index) => ({ fileName, path: uploads[index]?.path ?? '' }))
  const read = await readDrawings(sources, [...new Set([...drawings.keys(), ...marks.keys()])], signal)
  const rows = saved.map(({ fileName, bytes, sha256 }, index) => {
    const { drawingNo = '', revision = '', ...found } = read[index] ?? {}
    return {
      fileName,
      bytes,
      sha256,
      ...found,
      drawingNo: drawingNo.slice(0, 60),
      revision: revision.slice(0, 10),
    }
  })
  return db.tx(async (write) => {
    const order = await orderToEdit(write, actor, orderId)
    const ids = await insertFiles(write, actor, order.id, rows)
    await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: orderId })
    const waiting = await waitingFiles(asReads(write), actor.plantId, order.id)
    if (waiting.length > maxWaitingFiles) {
      reject('drawing.many_files', { most: maxWaitingFiles })
    }
    return waiting.filter(({ row }) => ids.has(row.id)).map(fileView)
  })
}

interface FoundFile {
  readonly fileName: string
  readonly sha256: string
}

async function insertFiles(write: Write, actor: Actor, orderId: number, files: readonly FoundFile[]) {
  // Two folders of one upload may contain the same file under the same name.
  const different = new Map(files.map((file) => [`${file.sha256} ${file.fileName}`, file]))
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into drawing_files (plant_id, order_id, file_name, bytes, sha256, pages, page, drawing_no, revision, source,
      created_by, updated_by, updated_by_name)
    select ${actor.plantId}, ${orderId}, f."fileName", f.bytes, f.sha256, f.pages,
      coalesce(f.page, 1), f."drawingNo", f.revision, f.source, ${by}::bigint, ${by}::bigint, ${name}
    from jsonb_to_recordset(${JSON.stringify([...different.values()])}::jsonb) as f ("fileName" text, bytes bigint, sha256 text, pages integer,
      page integer, "drawingNo" text, revision text, source text)
    on conflict on constraint drawing_files_key do update set updated_at = now()
    returning id`.execute(write)
  return new Set(rows.map(({ id }) => id))
}

type FileInput = BodyOf<(typeof drawingsApi)['PATCH /api/drawing-files/:id']>

/** Sets what a waiting file is, as a person says. */
export async function updateFile(
  write: Write,
  actor: Actor,
  id: string,
  { version, drawingNo, revision, title, kind, markIds }: FileInput,
): Promise<DrawingFileRow> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from drawing_files where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const order = await orderToEdit(write, actor, String(rows[0]?.order_id ?? fail('not_found')))
  const file = await rowForUpdate(write, 'drawing_files', actor.plantId, id)
  const view = async () => {
    const waiting = await waitingFiles(asReads(write), actor.plantId, order.id)
    return fileView(waiting.find(({ row }) => row.id === file.id) ?? fail('not_found'))
  }
  if (file.version !== version) fail('version.conflict', { current: await view() })
  const source = drawingNo === '' ? null : ('hand' as const)
  const ids = sql<number[]>`${markIds}::bigint[]`
  await saveRow(write, actor, 'drawing_files', file.id, {
    drawing_no: drawingNo,
    revision,
    title,
    kind: kind ?? file.kind,
    source,
    mark_ids: ids as never,
  })
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: String(order.id) })
  return view()
}

/** Removes files from the waiting list of an order; returns how many. */
export async function removeFiles(
  write: Write,
  actor: Actor,
  orderId: string,
  ids: readonly string[],
): Promise<number> {
  const order = await orderToEdit(write, actor, orderId)
  const removed = await deleteFiles(write, order.id, ids.map(Number))
  if (removed > 0) await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: orderId })
  return removed
}

async function deleteFiles(write: Write, orderId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`delete from drawing_files
    where order_id = ${orderId} and id = any(${ids}::bigint[]) returning id`.execute(write)
  return rows.length
}

type ConfirmReply = ReplyOf<(typeof drawingsApi)['POST /api/orders/:id/drawing-files/confirm']>

/** Adds all waiting files that can be added; the others keep waiting. */
export async function confirmFiles(write: Write, actor: Actor, orderId: string): Promise<ConfirmReply> {
  const order = await orderToEdit(write, actor, orderId)
  const waiting = await waitingFiles(asReads(write), actor.plantId, order.id)
  const ready = waiting.filter(({ isReady }) => isReady)
  const added = ready.filter(({ outcome }) => outcome !== 'same_file')
  const { drawings, ids } = await drawingsOf(write, actor, order.id, added)
  await insertRevisions(
    write,
    actor,
    added.map((file) => revisionOf(file, ids.get(file.key) ?? 0)),
  )
  const byHand = added.flatMap(({ key, row }) =>
    row.mark_ids.map((markId) => ({ drawingId: ids.get(key) ?? 0, markId: Number(markId) })),
  )
  await linkMarks(write, actor.plantId, order.id, byHand)
  await deleteFiles(
    write,
    order.id,
    ready.map(({ row }) => row.id),
  )
  const left = waiting.length - ready.length
  const done = { drawings, revisions: added.length, unchanged: ready.length - added.length, left }
  if (ready.length === 0) return done
  await recordAudit(write, actor, {
    action: 'drawings.add',
    subjectKind: 'order',
    subjectId: orderId,
    subjectName: order.no,
    after: { files: done.revisions },
  })
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: orderId })
  return done
}

/** Ids of the drawings of files by their keys, with those that did not exist. */
async function drawingsOf(write: Write, actor: Actor, orderId: number, files: readonly WaitingFile[]) {
  const { drawings } = await numbersOfOrder(asReads(write), actor.plantId, orderId)
  const added = new Map(
    files
      .filter(({ key }) => !drawings.has(key))
      .map(({ key, row, marks, kind }) => [
        key,
        { key, drawingNo: row.drawing_no, kind, title: row.title || (marks[0]?.name ?? '') },
      ]),
  )
  const ids = new Map([...drawings].map(([key, { id }]) => [key, id]))
  for (const [key, id] of await insertDrawings(write, actor, orderId, [...added.values()])) ids.set(key, id)
  return { drawings: added.size, ids }
}

const revisionOf = ({ row }: WaitingFile, drawingId: number): NewRevision => ({
  drawingId,
  revision: row.revision,
  rank: revisionRank(row.revision),
  fileName: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256,
  pages: row.pages ?? 1,
  page: Math.min(row.page, row.pages ?? 1),
})
