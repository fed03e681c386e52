import { sql } from 'kysely'
import type { Actor } from '../auth/actor.ts'
import { type Reads, readRows, type Write } from '../db/handles.ts'
import { signature } from '../db/signed-rows.ts'
import { fail } from '../http/domain-error.ts'
import type { SavedFile } from './keep-files.ts'

/** Tables with the same columns for a photo, each with its own columns for the record that it shows. */
type PhotoTable = 'inspection_photos' | 'maintenance_photos' | 'site_photos' | 'trial_photos'

/** The record that photos show: the columns that name it, or null where the photo is of no part of it. */
interface PhotoSubject {
  readonly table: PhotoTable
  readonly of: Readonly<Record<string, number | null>>
}

/** A photo of a record as lists show it. */
interface Photo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly addedAt: string
  readonly addedBy: string
}

type StoredPhoto = Pick<SavedFile, 'type' | 'bytes' | 'sha256'> & { readonly name: string }

/** Maximum number of photos shown of a record. */
export const maxPhotosShown = 100

/** Photos of a record in the order they were added. */
export async function photosOf(reads: Reads, plantId: number, { table, of }: PhotoSubject): Promise<Photo[]> {
  const owner = Object.entries(of).map(([column, id]) => sql`${sql.ref(column)} = ${id}`)
  const rows = await readRows(
    reads,
    sql<Omit<Photo, 'id' | 'addedAt'> & { readonly id: number; readonly addedAt: Date }>`
      select id, file_name as name, type, bytes, created_at as "addedAt", created_by_name as "addedBy"
      from ${sql.table(table)} where plant_id = ${plantId} and ${sql.join(owner, sql` and `)}
      order by id limit ${maxPhotosShown}`,
  )
  return rows.map((row) => ({ ...row, id: String(row.id), addedAt: row.addedAt.toISOString() }))
}

/** Fails with `not_found` when the plant has no such photo. */
export async function onePhoto(
  reads: Reads,
  table: PhotoTable,
  plantId: number,
  id: string,
): Promise<StoredPhoto> {
  const [photo] = await readRows(
    reads,
    sql<StoredPhoto>`select file_name as name, type, bytes, sha256 from ${sql.table(table)}
      where plant_id = ${plantId} and id = ${id}`,
  )
  return photo ?? fail('not_found')
}

/** Adds photos to a record; existing ones stay unchanged. Returns the number of new ones. */
export async function insertPhotos(
  write: Write,
  actor: Actor,
  { table, of }: PhotoSubject,
  photos: readonly SavedFile[],
  now: Date,
): Promise<number> {
  const columns = Object.keys(of).map((column) => sql.ref(column))
  const ids = Object.values(of).map((id) => sql`${id}::bigint`)
  const { rows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}, plant_id, file_name, type, bytes, sha256, created_at, created_by,
      created_by_name)
    select ${sql.join(ids)}, ${actor.plantId}, "fileName", type, bytes, sha256, ${now},
      ${signature(actor).updated_by}::bigint, ${actor.cnName}
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb)
      as x ("fileName" text, type text, bytes int, sha256 text)
    on conflict do nothing returning id`.execute(write)
  return rows.length
}
