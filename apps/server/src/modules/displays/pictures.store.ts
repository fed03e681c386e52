import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import type { DisplayPicture } from '@cloud-factory/contract/displays/display-pictures'

export interface NewPicture extends Omit<DisplayPicture, 'id'> {
  readonly sha256: string
}
interface StoredPicture extends Omit<DisplayPicture, 'id'> {
  readonly id: number
  readonly sha256: string
}

const columns = sql`id, file_name as name, type, bytes, width_px as "widthPx", height_px as "heightPx", sha256`

/** A picture of the plant; null when there is none with this id. */
export async function pictureOf(reads: Reads, plantId: number, id: string): Promise<StoredPicture | null> {
  const [row] = await readRows(
    reads,
    sql<StoredPicture>`select ${columns} from display_pictures where plant_id = ${plantId} and id = ${Number(id)}`,
  )
  return row ?? null
}

/** Which of these ids are pictures of the plant. */
export async function knownPictures(
  reads: Reads,
  plantId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await readRows(
    reads,
    sql<{ id: number }>`select id from display_pictures
      where plant_id = ${plantId} and id = any(${ids.map(Number)}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** Stores a picture. An existing one with the same bytes stays unchanged; then `isNew` is false. */
export async function insertPicture(
  write: Write,
  actor: Actor,
  picture: NewPicture,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const who = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into display_pictures (plant_id, file_name, type, bytes, width_px, height_px, sha256, created_at, created_by,
      created_by_name)
    values (${actor.plantId}, ${picture.name}, ${picture.type}, ${picture.bytes}, ${picture.widthPx}, ${picture.heightPx},
      ${picture.sha256}, ${now}, ${who.updated_by}, ${who.updated_by_name})
    on conflict on constraint display_pictures_sha256_key do nothing returning id`.execute(write)
  if (rows[0] !== undefined) return { id: String(rows[0].id), isNew: true }
  const known = await sql<{ id: number }>`
    select id from display_pictures where plant_id = ${actor.plantId} and sha256 = ${picture.sha256}`.execute(
    write,
  )
  return { id: String(known.rows[0]?.id ?? 0), isNew: false }
}
