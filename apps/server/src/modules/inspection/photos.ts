import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { type Action, holdFor, subjectOf } from './form.queries.ts'
import { pictureType } from './inspections.rules.ts'

interface Deps {
  readonly db: Database
  readonly orders: OrdersPort
  readonly files: FileStore
}

interface Where {
  readonly itemId?: string | undefined
  readonly pieceId?: string | undefined
}

/** Adds photos to an open inspection, all or none; existing ones stay unchanged. */
export async function addPhotos(
  { db, orders, files }: Deps,
  actor: Actor,
  id: string,
  uploads: readonly UploadedFile[],
  { where, now }: { readonly where: Where; readonly now: Date },
): Promise<void> {
  // Checked before the bytes are stored, and again under the lock.
  await db.tx((write) => holdFor({ write, orders }, actor, id, { action: 'read', version: null }))
  const kept: (StoredFile & { readonly type: string; readonly name: string })[] = []
  for (const { path, name, bytes } of uploads) {
    const params = { file: name }
    if (bytes === 0) fail('file.empty', { params })
    const type = pictureType(await headOf(path)) ?? fail('file.unknown_type', { params })
    kept.push({ ...(await files.put(path)), type, name: name.trim().slice(0, 160) || 'photo' })
  }
  await db.tx(async (write) => {
    const { row, parts } = await holdFor({ write, orders }, actor, id, { action: 'read', version: null })
    const itemId = idAmong(parts.items, where.itemId)
    const pieceId = idAmong(parts.lot, where.pieceId)
    await sql`
      insert into inspection_photos (inspection_id, plant_id, item_id, piece_id, file_name, type, bytes, sha256, created_at,
        created_by, created_by_name)
      select ${row.id}, ${actor.plantId}, ${itemId}::bigint, ${pieceId}::bigint, name, type, bytes, sha256, ${now},
        ${Number(actor.userId)}, ${actor.cnName}
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as p (name text, type text, bytes int, sha256 text)
      on conflict do nothing`.execute(write)
    await recordAudit(write, actor, {
      action: 'inspections.photo',
      ...subjectOf(row),
      after: { photos: kept.map(({ name }) => name) },
    })
    await recordEvent(write, actor, { name: 'quality.inspection_changed', subjectId: id })
  })
}

/** The subject of a photo within this inspection; null: none in particular. */
function idAmong(all: readonly { readonly id: number }[], wanted: string | undefined): number | null {
  if (wanted === undefined) return null
  return all.find(({ id }) => String(id) === wanted)?.id ?? fail('not_found')
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

interface StoredPhoto {
  readonly inspectionId: number
  readonly fileName: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/** A photo; fails with `not_found` when the plant has no such photo. */
export async function onePhoto(reads: Reads, plantId: number, id: string): Promise<StoredPhoto> {
  const [photo] = await readRows(
    reads,
    sql<StoredPhoto>`
      select inspection_id as "inspectionId", file_name as "fileName", type, bytes, sha256 from inspection_photos
      where plant_id = ${plantId} and id = ${id}`,
  )
  return photo ?? fail('not_found')
}

/** Removes a photo. Its bytes stay in the file store, because other records may refer to them. */
export async function removePhoto(
  action: Action,
  actor: Actor,
  photo: StoredPhoto,
  photoId: string,
): Promise<void> {
  const id = String(photo.inspectionId)
  const { row } = await holdFor(action, actor, id, { action: 'read', version: null })
  await sql`delete from inspection_photos where plant_id = ${actor.plantId} and id = ${photoId}`.execute(
    action.write,
  )
  await recordAudit(action.write, actor, {
    action: 'inspections.remove_photo',
    ...subjectOf(row),
    before: { photo: photo.fileName, sha256: photo.sha256 },
  })
  await recordEvent(action.write, actor, { name: 'quality.inspection_changed', subjectId: id })
}
