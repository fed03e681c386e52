import type { MaintenancePhoto } from '@cloud-factory/contract/maintenance/repairs'
import { sql } from 'kysely'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'

/** A repair order or an inspection round. */
type PhotoSubject = { readonly repairId: number } | { readonly checkId: number }

interface StoredPhoto {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/** Maximum number of photos per subject. */
const maxShown = 100

/** Photos of a subject in the order they were added. */
export async function photosOf(
  reads: Reads,
  plantId: number,
  subject: PhotoSubject,
): Promise<MaintenancePhoto[]> {
  const which =
    'repairId' in subject ? sql`repair_id = ${subject.repairId}` : sql`check_id = ${subject.checkId}`
  const rows = await readRows(
    reads,
    sql<StoredPhoto & { readonly at: Date; readonly by: string }>`
      select id, file_name as name, type, bytes, sha256, created_at as at, created_by_name as by from maintenance_photos
      where plant_id = ${plantId} and ${which} order by id limit ${maxShown}`,
  )
  return rows.map(({ id, name, type, bytes, at, by }) => ({
    id: String(id),
    name,
    type,
    bytes,
    addedAt: at.toISOString(),
    addedBy: by,
  }))
}

/** Fails with `not_found` when the plant has no such photo. */
export async function onePhoto(reads: Reads, plantId: number, id: string): Promise<StoredPhoto> {
  const [photo] = await readRows(
    reads,
    sql<StoredPhoto>`select id, file_name as name, type, bytes, sha256 from maintenance_photos
      where plant_id = ${plantId} and id = ${Number(id)}`,
  )
  return photo ?? fail('not_found')
}

/** Adds photos to a subject; existing ones stay unchanged. Returns the number of new ones. */
export async function insertPhotos(
  write: Write,
  actor: Actor,
  subject: PhotoSubject,
  photos: readonly SavedFile[],
  now: Date,
): Promise<number> {
  const repairId = 'repairId' in subject ? subject.repairId : null
  const checkId = 'checkId' in subject ? subject.checkId : null
  const { rows } = await sql`
    insert into maintenance_photos (plant_id, repair_id, check_id, file_name, type, bytes, sha256, created_at, created_by,
      created_by_name)
    select ${actor.plantId}, ${repairId}::bigint, ${checkId}::bigint, x."fileName", x.type, x.bytes, x.sha256, ${now},
      ${actor.userId === '' ? null : Number(actor.userId)}::bigint, ${actor.cnName}
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb)
      as x ("fileName" text, type text, bytes bigint, sha256 text)
    on conflict do nothing returning id`.execute(write)
  return rows.length
}
