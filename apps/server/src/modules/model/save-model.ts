import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Database, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles } from '../../platform/files/keep-files.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { orderForUpdate } from '../orders/public.ts'
import { assignPieces, matchMembers } from './matching.rules.ts'
import { canAddModel, canCancel, canMatch, canUse, type ModelFacts } from './model.policy.ts'
import { oneModel } from './models.queries.ts'
import {
  insertModel,
  marksOfOrder,
  membersOf,
  modelForUpdate,
  saveMatches,
  setStatus,
  type StoredModel,
} from './models.store.ts'

/** Beginning of every file in the exchange format of ISO 10303-21, and of zip files. */
const [signature, zipSignature] = ['ISO-10303-21', 'PK\x03\x04']

function typeOf(head: Uint8Array, fileName: string): string | null {
  const text = Buffer.from(head).toString('latin1')
  if (text.trimStart().startsWith(signature)) return 'text/plain'
  return text.startsWith(zipSignature) && /\.(ifczip|zip)$/i.test(fileName) ? 'application/zip' : null
}

interface UploadDeps {
  readonly db: Database
  readonly files: FileStore
}

/** Stores the file of a model; the reader finds it in the database. Returns its id. */
export async function addModel(
  { db, files }: UploadDeps,
  actor: Actor,
  orderId: string,
  uploads: readonly UploadedFile[],
): Promise<string> {
  const [saved] = await keepFiles(files, uploads, typeOf)
  if (saved === undefined) return fail('file.empty', { params: { file: '' } })
  return db.tx(async (write) => {
    const order = await orderForUpdate(write, actor.plantId, orderId)
    requireAllowed(canAddModel(actor.tags, order.status))
    await discardOpen(write, actor, order.id)
    const id = await insertModel(write, actor, order.id, saved)
    await record(write, actor, { action: 'models.add', order, after: { file: saved.fileName } })
    return String(id)
  })
}

/** A new file takes the place of one that nobody put to use. */
async function discardOpen(write: Write, actor: Actor, orderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from model_revisions where order_id = ${orderId} and status in ('reading', 'waiting')`.execute(
    write,
  )
  for (const { id } of rows) await setStatus(write, actor, id, 'cancelled')
}

interface Entry {
  readonly action: 'models.add' | 'models.use' | 'models.cancel' | 'models.match'
  readonly order: { readonly id: number; readonly no: string }
  readonly after: object
}

async function record(write: Write, actor: Actor, { action, order, after }: Entry): Promise<void> {
  const subjectId = String(order.id)
  await recordAudit(write, actor, { action, subjectKind: 'order', subjectId, subjectName: order.no, after })
  await recordEvent(write, actor, { name: 'orders.model_changed', subjectId })
}

type Policy = (tags: readonly string[], facts: ModelFacts) => true | string

/** Locks the order, then the model, and checks that the caller may do this to it. */
async function lockModel(write: Write, actor: Actor, id: string, policy: Policy) {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from model_revisions where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const order = await orderForUpdate(write, actor.plantId, String(rows[0]?.order_id ?? fail('not_found')))
  const model = await modelForUpdate(write, actor.plantId, id)
  requireAllowed(policy(actor.tags, { orderStatus: order.status, status: model.status }))
  return { order, model }
}

async function requireVersion(write: Write, actor: Actor, model: StoredModel, version: number) {
  if (model.version === version) return
  fail('version.conflict', { current: await oneModel(asReads(write), actor, String(model.id)) })
}

/** Stops reading a model, or discards one that waits. */
export async function cancelModel(write: Write, actor: Actor, id: string, version: number) {
  const { order, model } = await lockModel(write, actor, id, canCancel)
  await requireVersion(write, actor, model, version)
  await setStatus(write, actor, model.id, 'cancelled')
  await record(write, actor, { action: 'models.cancel', order, after: { file: model.file_name } })
}

/** Puts a model to use in place of the one before. Pieces that the order got meanwhile are matched, too. */
export async function putToUse(write: Write, actor: Actor, id: string, version: number) {
  const { order, model } = await lockModel(write, actor, id, canUse)
  await requireVersion(write, actor, model, version)
  const { rows } = await sql<{ id: number }>`
    select id from model_revisions where order_id = ${order.id} and status = 'current'`.execute(write)
  for (const before of rows) await setStatus(write, actor, before.id, 'replaced')
  const members = await membersOf(write, model.id)
  await saveMatches(write, model.id, matchMembers(members, await marksOfOrder(write, order.id), members))
  await setStatus(write, actor, model.id, 'current')
  await record(write, actor, { action: 'models.use', order, after: { file: model.file_name } })
}

interface HandMatch {
  readonly modelMark: string
  /** Null: none of the order's. */
  readonly markId: string | null
}

/** Stores what a person says of the members with a mark. */
export async function matchByHand(write: Write, actor: Actor, id: string, { modelMark, markId }: HandMatch) {
  const { order, model } = await lockModel(write, actor, id, canMatch)
  const marks = await marksOfOrder(write, order.id)
  const chosen =
    markId === null ? null : (marks.find((mark) => String(mark.id) === markId) ?? fail('not_found'))
  const members = await membersOf(write, model.id)
  if (!members.some(({ mark }) => mark === modelMark)) fail('not_found')
  const found = members.map((member) => {
    if (member.mark !== modelMark) return { member, markId: member.markId, source: member.source }
    return { member, markId: chosen?.id ?? null, source: chosen === null ? null : ('hand' as const) }
  })
  const pieceOf = new Map(members.map(({ position, pieceId }) => [position, pieceId]))
  await saveMatches(
    write,
    model.id,
    assignPieces(found, marks, ({ position }) => pieceOf.get(position) ?? null),
  )
  const after = { mark: modelMark, name: chosen?.mark ?? null }
  await record(write, actor, { action: 'models.match', order, after })
}
