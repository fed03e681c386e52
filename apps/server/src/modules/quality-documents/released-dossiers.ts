import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleasedDossier } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signed } from '../quality-records/public.ts'
import { gatherDossier } from './dossier.ts'
import { drawDossier, type IssueDeps } from './issue-document.ts'

type StoredDossier = Selectable<Tables['released_dossiers']> & { readonly order_no: string }
const nothing = () => undefined

/** Stores the dossier of an order as it is now, for its customer. Released again without a change, it is the same one. */
export async function releaseDossier(
  deps: Omit<IssueDeps, 'progress'>,
  actor: Actor,
  orderId: string,
  language: DocumentLanguage,
): Promise<ReleasedDossier> {
  const { db, files, clock } = deps
  const dossier = await gatherDossier(deps, actor, orderId)
  const { order, hash } = dossier
  const same = sql`d.order_id = ${order.id} and d.language = ${language} and d.hash = ${hash}`
  const [earlier] = await dossiersWhere(db.reads, actor.plantId, same)
  if (earlier !== undefined) return viewOf(earlier)
  const file = await drawDossier(deps, actor, { dossier, language }, { drawn: nothing, ended: nothing })
  const { sha256, bytes } = await storeFile(files, file)
  await db.tx(async (write) => {
    const { by, byName } = signed(actor)
    await sql`
      insert into released_dossiers (plant_id, order_id, language, hash, file_name, sha256, bytes, released_at, released_by,
        released_by_name)
      values (${actor.plantId}, ${order.id}, ${language}, ${hash}, ${file.name}, ${sha256}, ${bytes}, ${clock.now()}, ${by},
        ${byName})
      on conflict on constraint released_dossiers_once do nothing`.execute(write)
    const subject = { subjectKind: 'paper', subjectId: orderId, subjectName: order.no }
    await recordAudit(write, actor, { action: 'papers.release', ...subject, after: { hash, language } })
    await recordEvent(write, actor, { name: 'quality.paper_issued', subjectId: orderId, orderId })
  })
  const [released] = await dossiersWhere(db.reads, actor.plantId, same)
  return released === undefined ? fail('not_found') : viewOf(released)
}

/** Draws a file once, into the store. */
async function storeFile(files: FileStore, { body }: FileReply): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-dossier-'))
  try {
    const path = join(folder, 'dossier.pdf')
    await pipeline(body, createWriteStream(path))
    return await files.put(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const dossiersWhere = (reads: Reads, plantId: number, where: RawBuilder<unknown>): Promise<StoredDossier[]> =>
  readRows(
    reads,
    sql<StoredDossier>`select d.*, o.no as order_no from released_dossiers d join orders o on o.id = d.order_id
      where d.plant_id = ${plantId} and ${where} order by d.released_at desc, d.id desc limit 200`,
  )

const viewOf = (row: StoredDossier): ReleasedDossier => ({
  id: String(row.id),
  orderNo: row.order_no,
  language: row.language as DocumentLanguage,
  bytes: row.bytes,
  hash: row.hash,
  releasedAt: row.released_at.toISOString(),
})

/** Released dossiers of a project, the newest first, each with its order and its place in the file store. */
export async function releasedDossiers(reads: Reads, plantId: number, projectId: string) {
  const rows = await dossiersWhere(reads, plantId, sql`o.project_id = ${projectId}`)
  return rows.map((row) => ({
    orderId: String(row.order_id),
    fileName: row.file_name,
    sha256: row.sha256,
    view: viewOf(row),
  }))
}
