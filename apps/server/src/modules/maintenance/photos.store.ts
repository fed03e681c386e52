import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { KeptFile } from '../../platform/files/keep-files.ts'
import type { PhotoSubject } from './photos.reads.ts'

/** Adds photos to a subject; existing ones stay unchanged. Returns the number of new ones. */
export async function insertPhotos(
  write: Write,
  actor: Actor,
  subject: PhotoSubject,
  photos: readonly KeptFile[],
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
