import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { platesApi } from '@cloud-factory/contract/plates/plates'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { addCutKg, addPartLots, type PartQuantity } from '../material/public.ts'
import { keyOf, lockCounters, moveNested, type CountedPart } from '../parts/public.ts'
import { signed } from '../quality-records/public.ts'
import { jobParts } from './plate-jobs.queries.ts'
import { failRow, hashOf, plainRecord, plannerOf } from './plate-result.ts'
import type { CutPlate } from './plate-fit.ts'
import { type ResultPlan, usedKg } from './result-plan.ts'
import { plateJobCan } from './plates.policy.ts'
import type { StoredJob } from './save-plate-job.ts'

type Input = BodyOf<(typeof platesApi)['POST /api/plate-jobs/:id/results']>

export const failState = (reason: string): never => reject(reason)

/** Locks the counters of the parts of a job. */
export async function lockedCounters(write: Write, plantId: number, jobId: number) {
  const parts = await jobParts(asReads(write), jobId)
  const keys = parts.flatMap(({ mark_id: markId, part_mark: partMark }) =>
    markId === null ? [] : [{ markId, partMark }],
  )
  return lockCounters(write, plantId, keys)
}

/**
 * Reports the parts of a result as cut: counters, heats, weight of the lots, remnants and the job change in one
 * transaction, or nothing does.
 */
export async function applyResult(
  write: Write,
  actor: Actor,
  id: string,
  { file, records: sent, repeated }: Input,
  now: Date,
): Promise<void> {
  const job = await rowForUpdate(write, 'plate_jobs', actor.plantId, id)
  const { report } = plateJobCan(actor.tags, job)
  if (report !== true) failState(report)
  const records = sent.map(plainRecord)
  const counters = await lockedCounters(write, actor.plantId, job.id)
  const plan = await plannerOf(asReads(write), actor, job, { records, counters })
  for (const record of records) {
    const error = plan.take(record)
    if (error !== null) failRow(error)
  }
  await commitCut(write, actor, job, { plan, counters, file, hash: hashOf(job.id, records), repeated, now })
}

interface CutResult {
  readonly plan: ResultPlan
  readonly counters: ReadonlyMap<string, CountedPart>
  readonly file: string
  readonly hash: string
  readonly repeated: boolean
  readonly now: Date
}

/** Writes what was cut of a locked job, and who says so; returns the id of the result. */
export async function commitCut(
  write: Write,
  actor: Actor,
  job: StoredJob,
  { plan, counters, file, hash, repeated, now }: CutResult,
): Promise<number> {
  const pieces = plan.cuts.reduce((sum, { quantity }) => sum + quantity, 0)
  const lostKg = [...plan.plates.values()].reduce((sum, plate) => sum + usedKg(plate), 0)
  const kg = Math.round(lostKg * 1000) / 1000
  const resultId = await insertResult(write, actor, { jobId: job.id, file, hash, repeated, pieces, kg, now })
  await saveCuts(write, actor.plantId, { resultId, plan, counters })
  await savePlates(write, actor, resultId, [...plan.plates.values()])
  await saveJob(write, actor, job, pieces)
  await recordAction(write, actor, {
    action: 'plate_jobs.report',
    subjectKind: 'plate_job',
    event: 'plates.cut',
    id: String(job.id),
    name: job.no,
    after: { file, pieces, kg },
  })
  return resultId
}

/** Counts parts of a job as cut, or no more. */
export async function saveJob(write: Write, actor: Actor, job: StoredJob, pieces: number): Promise<void> {
  const cut = job.cut + pieces
  await saveRow(write, actor, 'plate_jobs', job.id, { cut, status: cut === job.pieces ? 'cut' : 'open' })
}

interface NewResult {
  readonly jobId: number
  readonly file: string
  readonly hash: string
  readonly repeated: boolean
  readonly pieces: number
  readonly kg: number
  readonly now: Date
}

async function insertResult(
  write: Write,
  actor: Actor,
  { jobId, file, hash, repeated, pieces, kg, now }: NewResult,
): Promise<number> {
  const { by, byName } = signed(actor)
  try {
    const { rows } = await sql<{ id: number }>`
      insert into plate_results (plant_id, job_id, file_name, sha256, repeated, pieces, kg, applied_at, applied_by, applied_by_name)
      values (${actor.plantId}, ${jobId}, ${file}, ${hash}, ${repeated}, ${pieces}, ${kg}, ${now}, ${by}, ${byName})
      returning id`.execute(write)
    return rows[0]?.id ?? 0
  } catch (error) {
    if (violationOf(error)?.constraint !== 'plate_results_once') throw error
    return failState('plate.applied_before')
  }
}

interface Cuts {
  readonly resultId: number
  readonly plan: ResultPlan
  readonly counters: ReadonlyMap<string, CountedPart>
}

/** Moves parts from nested to cut, with the lots that they came from. Those without holes need no processing. */
async function saveCuts(write: Write, plantId: number, { resultId, plan, counters }: Cuts): Promise<void> {
  const rows = plan.cuts.map(({ part: { id, markId, partMark }, lotId, quantity }) => {
    const drilled = counters.get(keyOf({ markId, partMark }))?.drilled ?? false
    return { id, markId, partMark, lotId, quantity, processed: drilled ? 0 : quantity }
  })
  await sql`
    insert into plate_result_parts (plant_id, result_id, job_part_id, lot_id, quantity, processed)
    select ${plantId}, ${resultId}, id, "lotId", quantity, processed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, "lotId" bigint, quantity int, processed int)`.execute(
    write,
  )
  await sql`
    update plate_job_parts p set cut = p.cut + r.quantity
    from (select id, sum(quantity)::int as quantity from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id bigint, quantity int) group by id) r where p.id = r.id`.execute(write)
  await moveParts(write, rows, 1)
}

export interface MovedPart extends PartQuantity {
  readonly lotId: number | null
  readonly processed: number
}

/** Moves parts from nested to cut (1) or back (−1), in counters and lots. */
export async function moveParts(write: Write, parts: readonly MovedPart[], sign: 1 | -1): Promise<void> {
  const totals = [...Map.groupBy(parts, keyOf).values()].map((same) => {
    const quantity = same.reduce((sum, part) => sum + part.quantity, 0) * sign
    const processed = same.reduce((sum, part) => sum + part.processed, 0) * sign
    const [{ markId, partMark }] = same as [MovedPart]
    return { markId, partMark, nested: -quantity, cut: quantity, processed }
  })
  await moveNested(write, totals)
  const byLot = [...Map.groupBy(parts, ({ lotId }) => lotId)].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
  for (const [lotId, own] of byLot) {
    if (lotId === null) continue
    const merged = [...Map.groupBy(own, keyOf).values()].map((same) => ({
      markId: same[0]?.markId ?? 0,
      partMark: same[0]?.partMark ?? '',
      quantity: same.reduce((sum, part) => sum + part.quantity, 0) * sign,
    }))
    await addPartLots(write, lotId, merged)
  }
}

/** Takes the weight of plates from their lots, and puts their remnants in stock. */
async function savePlates(
  write: Write,
  actor: Actor,
  resultId: number,
  plates: readonly CutPlate[],
): Promise<void> {
  const rows = plates.map((plate, at) => ({
    position: at + 1,
    lotId: plate.lot.id,
    remnantId: plate.remnantId,
    plate: plate.plate,
    kg: usedKg(plate),
  }))
  await sql`
    insert into plate_cuts (plant_id, result_id, position, lot_id, remnant_id, plate, kg)
    select ${actor.plantId}, ${resultId}, position, "lotId", "remnantId", plate, kg
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (position int, "lotId" bigint, "remnantId" bigint, plate text,
      kg numeric)`.execute(write)
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`update plate_remnants set status = 'cut', version = version + 1, updated_at = now(), updated_by = ${by}::bigint,
      updated_by_name = ${byName}
    where id = any(${plates.flatMap(({ remnantId }) => remnantId ?? [])}::bigint[])`.execute(write)
  const left = plates.flatMap(({ lot, remnantId, remnants }) =>
    remnants.map((remnant) => ({ ...remnant, lotId: lot.id, parentId: remnantId })),
  )
  await sql`
    insert into plate_remnants (plant_id, lot_id, parent_id, result_id, length_mm, width_mm, kg, location, created_by,
      updated_by, updated_by_name)
    select ${actor.plantId}, "lotId", "parentId", ${resultId}, "lengthMm", "widthMm", kg, location, ${by}::bigint, ${by}::bigint,
      ${byName}
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as r ("lotId" bigint, "parentId" bigint, "lengthMm" numeric,
      "widthMm" numeric, kg numeric, location text)`.execute(write)
  await takeKg(write, actor.plantId, rows, 1)
}

export async function takeKg(
  write: Write,
  plantId: number,
  cuts: readonly { readonly lotId: number; readonly kg: number }[],
  sign: 1 | -1,
): Promise<void> {
  const byLot = [...Map.groupBy(cuts, ({ lotId }) => lotId)].toSorted(([a], [b]) => a - b)
  for (const [lotId, own] of byLot) {
    const kg = own.reduce((sum, cut) => sum + cut.kg, 0) * sign
    await addCutKg(write, plantId, lotId, Math.round(kg * 1000) / 1000)
  }
}
