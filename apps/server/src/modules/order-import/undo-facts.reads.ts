import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { UndoFacts } from './imports.rules.ts'
import type { StoredImport } from './imports.store.ts'
import type { RecordsPort } from './records.port.ts'

/** Marks that came with an import, and were not there before. */
export const newMarks = (jobId: number) => sql`
  select id from marks where import_id = ${jobId}
    and id not in (select subject_id from import_effects where job_id = ${jobId} and subject = 'mark')`

/** Pieces that came with an import, and were not moved to its marks from others: undoing it deletes them. */
export const newPieces = (jobId: number) => sql`
  select id from pieces where mark_id in (${newMarks(jobId)}) and id not in (
    select subject_id from import_effects where job_id = ${jobId} and subject = 'piece' and before is not null)
  union select subject_id from import_effects where job_id = ${jobId} and subject = 'piece' and before is null`

/** Pieces that an import brought or changed: on its marks, or kept as they were before it. */
const itsPieces = (jobId: number) => sql`
  select p.id from marks m join pieces p on p.mark_id = m.id where m.import_id = ${jobId}
  union select subject_id from import_effects where job_id = ${jobId} and subject = 'piece'`

/** What is asked before an import is undone; its order is locked. */
export async function undoFactsOf(reads: Reads, job: StoredImport, records: RecordsPort): Promise<UndoFacts> {
  const rows = await readRows(
    reads,
    sql<{ reported: boolean; later: boolean }>`
      select exists (select from work_reports r where r.piece_id in (${itsPieces(job.id)})
          and r.created_at >= (select applied_at from import_jobs where id = ${job.id})) as reported,
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
