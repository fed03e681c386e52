import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import type { StoredImport } from './imports.store.ts'
import { newMarks, newPieces } from './undo-facts.reads.ts'

/** Restores the rows stored when the import was applied, and deletes the rows it added. */
export async function restoreBefore(write: Write, job: StoredImport): Promise<void> {
  await sql`
    update pieces set holds = greatest(0, holds - 1), version = version + 1, updated_at = now()
    where id in (select piece_id from holds where import_id = ${job.id} and piece_id is not null and released_at is null)`.execute(
    write,
  )
  await sql`delete from holds where import_id = ${job.id}`.execute(write)
  await sql`delete from pieces where id in (${newPieces(job.id)})`.execute(write)
  await restorePieces(write, job)
  await restoreDrawings(write, job)
  await restoreMarks(write, job)
}

/** Only superseded pieces have a wrong status; the others continued normally. */
async function restorePieces(write: Write, job: StoredImport): Promise<void> {
  await sql`
    update pieces p set mark_id = (e.before->>'mark_id')::bigint, net_kg = (e.before->>'net_kg')::numeric,
      status = case when p.status = 'superseded' then e.before->>'status' else p.status end,
      next_process_id = case when p.status = 'superseded' then (e.before->>'next_process_id')::bigint
        else p.next_process_id end,
      version = p.version + 1, updated_at = now()
    from import_effects e
    where e.job_id = ${job.id} and e.subject = 'piece' and e.before is not null and p.id = e.subject_id`.execute(
    write,
  )
}

async function restoreDrawings(write: Write, job: StoredImport): Promise<void> {
  await sql`
    update parts p set geometry = b.geometry, holes = b.holes, width_mm = b.width_mm, thickness_mm = b.thickness_mm,
      net_kg = b.net_kg, gross_kg = b.gross_kg, area_m2 = b.area_m2, updated_at = now()
    from import_effects e cross join lateral jsonb_populate_record(null::parts, e.before) b
    where e.job_id = ${job.id} and e.subject = 'part' and p.id = e.subject_id`.execute(write)
}

async function restoreMarks(write: Write, job: StoredImport): Promise<void> {
  await sql`delete from marks where id in (${newMarks(job.id)})`.execute(write)
  await sql`
    update marks m set revision = b.revision, name = b.name, kind = b.kind, profile = b.profile, grade = b.grade,
      quantity = b.quantity, length_mm = b.length_mm, width_mm = b.width_mm, height_mm = b.height_mm, net_kg = b.net_kg,
      gross_kg = b.gross_kg, area_m2 = b.area_m2, weight_source = b.weight_source, drawing_no = b.drawing_no,
      phase = b.phase, batch = b.batch, parts = b.parts, version = m.version + 1, updated_at = now()
    from import_effects e cross join lateral jsonb_populate_record(null::marks, e.before->'mark') b
    where e.job_id = ${job.id} and e.subject = 'mark' and m.id = e.subject_id`.execute(write)
  await sql`
    delete from parts where mark_id in (select subject_id from import_effects
      where job_id = ${job.id} and subject = 'mark' and jsonb_typeof(before->'parts') = 'array')`.execute(
    write,
  )
  await sql`
    insert into parts overriding system value
    select b.* from import_effects e
      cross join lateral jsonb_array_elements(e.before->'parts') part
      cross join lateral jsonb_populate_record(null::parts, part) b
    where e.job_id = ${job.id} and e.subject = 'mark' and jsonb_typeof(e.before->'parts') = 'array'`.execute(
    write,
  )
}
