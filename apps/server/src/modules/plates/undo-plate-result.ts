import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { changeProblem, type CountedPart, keyOf } from '../parts/public.ts'
import { signed } from '../quality-records/public.ts'
import {
  failState,
  lockedCounters,
  type MovedPart,
  moveParts,
  saveJob,
  takeKg,
} from './apply-plate-result.ts'
import { plateResultCan } from './plates.policy.ts'
import { returnLayout } from './save-plate-nest.ts'

interface StoredResult {
  readonly id: number
  readonly job_id: number
  readonly file_name: string
  readonly pieces: number
  readonly undone_at: Date | null
}

async function resultForUpdate(write: Write, plantId: number, id: string) {
  const { rows: own } = await sql<{ job_id: number }>`
    select job_id from plate_results where plant_id = ${plantId} and id = ${id}`.execute(write)
  const job = await rowForUpdate(write, 'plate_jobs', plantId, String(own[0]?.job_id ?? fail('not_found')))
  const { rows } = await sql<StoredResult>`select id, job_id, file_name, pieces, undone_at from plate_results
    where id = ${id} for update`.execute(write)
  return { job, result: rows[0] ?? fail('not_found') }
}

/**
 * Undoes a result: its parts are nested again, its lots have their weight. Refused when a part went further or a remnant
 * was used. Returns the id of the job.
 */
export async function undoResult(
  write: Write,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
): Promise<string> {
  const { job, result } = await resultForUpdate(write, actor.plantId, id)
  const { undo } = plateResultCan(actor.tags, { status: job.status, isUndone: result.undone_at !== null })
  if (undo !== true) failState(undo)
  const counters = await lockedCounters(write, actor.plantId, job.id)
  const parts = await readRows(
    asReads(write),
    sql<MovedPart & { jobPartId: number }>`
      select r.job_part_id as "jobPartId", p.mark_id as "markId", p.part_mark as "partMark", r.lot_id as "lotId", r.quantity, r.processed
      from plate_result_parts r join plate_job_parts p on p.id = r.job_part_id where r.result_id = ${result.id} order by r.id`,
  )
  requireUnused(parts, counters)
  await returnPlates(write, actor.plantId, result.id)
  await returnLayout(write, actor, result.id)
  await moveParts(write, parts, -1)
  await sql`
    update plate_job_parts p set cut = p.cut - r.quantity
    from (select job_part_id, sum(quantity)::int as quantity from plate_result_parts where result_id = ${result.id}
      group by job_part_id) r where p.id = r.job_part_id`.execute(write)
  await saveJob(write, actor, job, -result.pieces)
  const { by, byName } = signed(actor)
  await sql`update plate_results set undone_at = ${now}, undone_by = ${by}, undone_by_name = ${byName}, undo_reason = ${reason}
    where id = ${result.id}`.execute(write)
  await recordAction(write, actor, {
    action: 'plate_jobs.undo_report',
    subjectKind: 'plate_job',
    event: 'plates.cut',
    id: String(job.id),
    name: job.no,
    before: { file: result.file_name, pieces: result.pieces },
    after: { reason },
  })
  return String(job.id)
}

/** Fails when parts of a result went further, or are of an old revision. */
function requireUnused(parts: readonly MovedPart[], counters: ReadonlyMap<string, CountedPart>): void {
  for (const [key, same] of Map.groupBy(parts, keyOf)) {
    const counter = counters.get(key)
    if (counter === undefined) return failState('part.revised')
    const quantity = same.reduce((sum, part) => sum + part.quantity, 0)
    const processed = same.reduce((sum, part) => sum + part.processed, 0)
    const change = { cut: -quantity, processed: -processed, kitted: 0, scrapped: 0 }
    const problem = changeProblem(counter, change)
    if (problem !== null) failState(problem)
  }
}

/** Plates are whole again: their remnants are gone, the remnants that they were are in stock. */
async function returnPlates(write: Write, plantId: number, resultId: number): Promise<void> {
  const { rows: left } = await sql<{ status: string }>`
    select status from plate_remnants where result_id = ${resultId} order by id for update`.execute(write)
  if (left.some(({ status }) => status !== 'available')) failState('plate.remnant_cut')
  const { rows: cuts } = await sql<{ lotId: number; kg: number; remnantId: number | null }>`
    select lot_id as "lotId", kg, remnant_id as "remnantId" from plate_cuts where result_id = ${resultId} order by lot_id`.execute(
    write,
  )
  await sql`delete from plate_cuts where result_id = ${resultId}`.execute(write)
  await sql`delete from plate_remnants where result_id = ${resultId}`.execute(write)
  await sql`update plate_remnants set status = 'available', version = version + 1
    where id = any(${cuts.flatMap(({ remnantId }) => remnantId ?? [])}::bigint[])`.execute(write)
  await takeKg(write, plantId, cuts, -1)
}
