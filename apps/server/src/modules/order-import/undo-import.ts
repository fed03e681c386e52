import { sql } from 'kysely'
import { type Reads, readRows, type Write, asReads } from '../../platform/db/handles.ts'
import { type UndoFacts, canUndo } from './imports.policy.ts'
import { type StoredImport, importForUpdate, orderOfImport, saveUndone } from './imports.store.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { factsOf, orderForUpdate } from '../orders/public.ts'
import { syncSubAssemblies } from '../assemblies/public.ts'
import { removeImportedBolts } from '../bolts/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import { issueUnstarted, recalculateOrders } from '../production/public.ts'

/**
 * The question to quality: pieces of an order that it has on record. They cannot be deleted any more. Asked with the order
 * locked where it decides, so that nothing is put on record in between.
 */
export type RecordsPort = (reads: Reads, plantId: number, orderId: number) => Promise<readonly number[]>

/** Marks that came with an import, and were not there before. */
const newMarks = (jobId: number) => sql`
  select id from marks where import_id = ${jobId}
    and id not in (select subject_id from import_effects where job_id = ${jobId} and subject = 'mark')`

/** Pieces that came with an import, and were not moved to its marks from others: undoing it deletes them. */
const newPieces = (jobId: number) => sql`
  select id from pieces where mark_id in (${newMarks(jobId)}) and id not in (
    select subject_id from import_effects where job_id = ${jobId} and subject = 'piece' and before is not null)
  union select subject_id from import_effects where job_id = ${jobId} and subject = 'piece' and before is null`

/** Pieces that an import brought or changed: on its marks, or kept as they were before it. */
const itsPieces = (jobId: number) => sql`
  select p.id from marks m join pieces p on p.mark_id = m.id where m.import_id = ${jobId}
  union select subject_id from import_effects where job_id = ${jobId} and subject = 'piece'`

/** What is asked before an import is undone; its order is locked. */
async function undoFactsOf(reads: Reads, job: StoredImport, records: RecordsPort): Promise<UndoFacts> {
  const rows = await readRows(
    reads,
    sql<{ reported: boolean; later: boolean }>`
      select exists (select from work_reports r where r.piece_id in (${itsPieces(job.id)})
          and r.created_at >= (select applied_at from import_jobs where id = ${job.id}))
          or exists (select from part_reports r where r.order_id = ${job.order_id} and r.undone_at is null
          and r.reported_at >= (select applied_at from import_jobs where id = ${job.id})) as reported,
        exists (select from import_jobs other where other.order_id = ${job.order_id} and other.status = 'applied'
          and (other.applied_at, other.id) > (select applied_at, id from import_jobs where id = ${job.id})) as later`,
  )
  const [found = { reported: true, later: true }] = rows
  return {
    status: job.status,
    ...found,
    recorded: await isRecorded(reads, job, records),
  }
}

/** Whether quality has a piece on record that undoing the import would delete. */
export async function isRecorded(
  reads: Reads,
  job: Pick<StoredImport, 'id' | 'plant_id' | 'order_id'>,
  records: RecordsPort,
): Promise<boolean> {
  const ids = await records(reads, job.plant_id, job.order_id)
  if (ids.length === 0) return false
  const query = sql`select from (${newPieces(job.id)}) piece where id = any(${[...ids]}::bigint[]) limit 1`
  return (await readRows(reads, query)).length > 0
}

/** Restores the rows stored when the import was applied, and deletes the rows it added. */
async function restoreBefore(write: Write, job: StoredImport): Promise<void> {
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
      sub_kg = coalesce(b.sub_kg, 0), gross_kg = b.gross_kg, area_m2 = b.area_m2, weight_source = b.weight_source, drawing_no = b.drawing_no,
      phase = b.phase, batch = b.batch, parts = b.parts, version = m.version + 1, updated_at = now()
    from import_effects e cross join lateral jsonb_populate_record(null::marks, e.before->'mark') b
    where e.job_id = ${job.id} and e.subject = 'mark' and m.id = e.subject_id`.execute(write)
  await sql`
    delete from parts where mark_id in (select subject_id from import_effects
      where job_id = ${job.id} and subject = 'mark' and jsonb_typeof(before->'parts') = 'array')`.execute(
    write,
  )
  await sql`
    insert into parts (id, plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, thickness_mm, quantity_per_mark,
      net_kg, gross_kg, area_m2, holes, is_main, version, created_at, created_by, updated_at, updated_by, geometry, is_assembly)
    overriding system value
    select b.id, b.plant_id, b.mark_id, b.part_mark, b.profile, b.grade, b.length_mm, b.width_mm, b.thickness_mm,
      b.quantity_per_mark, b.net_kg, b.gross_kg, b.area_m2, b.holes, b.is_main, b.version, b.created_at, b.created_by,
      b.updated_at, b.updated_by, b.geometry, b.is_assembly
    from import_effects e
      cross join lateral jsonb_array_elements(e.before->'parts') part
      cross join lateral jsonb_populate_record(null::parts, part) b
    where e.job_id = ${job.id} and e.subject = 'mark' and jsonb_typeof(e.before->'parts') = 'array'`.execute(
    write,
  )
}

/** Undoes an applied import: marks, parts and pieces return to their previous state. */
export async function undoImport(
  write: Write,
  actor: Actor,
  id: string,
  records: RecordsPort,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  requireAllowed(canUndo(actor.tags, await undoFactsOf(asReads(write), job, records), factsOf(order)), {
    status: job.status,
  })
  await restoreBefore(write, job)
  await removeImportedBolts(write, job.id)
  await syncSubAssemblies(write, actor, { orderId: order.id, importId: job.id })
  // The order was released since, so restored pieces are issued like the others.
  if (order.released_at !== null) await issueUnstarted(write, order.id)
  await recalculateOrders(write, actor, [{ ...order, status: factsOf(order).status }], [])
  await refreshProjectTotals(write, actor.plantId, [order.project_id])
  await saveUndone(write, actor, job.id)
  await recordAudit(write, actor, {
    action: 'orders.undo_import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: { importId: id },
  })
  await recordEvent(write, actor, {
    name: 'imports.undone',
    subjectId: id,
    orderId: String(order.id),
  })
}
