import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { maxPlateRows, type platesApi } from '@cloud-factory/contract/plates/plates'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, rowForAction, saveRow } from '../../platform/db/signed-rows.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { addCutKg } from '../material/public.ts'
import { keyOf, lockCounters, moveNested } from '../parts/public.ts'
import { nextNumbers } from '../quality-records/public.ts'
import { missingPlateParts, type PlatePart } from './plate-demand.queries.ts'
import { onePlateJob, onePlateRemnant } from './plate-jobs.queries.ts'
import { freeJob } from './save-plate-nest.ts'

export type StoredJob = Selectable<Tables['plate_jobs']>
type Input = BodyOf<(typeof platesApi)['POST /api/plate-jobs']>

const failState = (reason: string, params: object = {}): never => reject(reason, { ...params })

/** Makes a job of missing parts and counts them as nested. Waits for others who nest the same parts, and makes what is missing then. */
export async function createPlateJob(
  write: Write,
  actor: Actor,
  { note, ...selection }: Input,
  now: Date,
): Promise<string> {
  const reads = asReads(write)
  const chosen = await missingPlateParts(reads, actor.plantId, selection, maxPlateRows + 1)
  if (chosen.length === 0) return failState('nest.nothing_missing')
  if (chosen.length > maxPlateRows) return failState('plate.too_many_parts', { most: maxPlateRows })
  const counters = await lockCounters(write, actor.plantId, chosen)
  const parts = chosen.flatMap((part) => {
    const { missing = 0, needed = 0, held = true } = counters.get(keyOf(part)) ?? {}
    return missing > 0 && !held ? [{ ...part, missing, needed }] : []
  })
  if (parts.length === 0) return failState('nest.nothing_missing')
  await moveNested(
    write,
    parts.map(({ markId, partMark, needed, missing }) => ({ markId, partMark, needed, nested: missing })),
  )
  const [no = ''] = await nextNumbers(write, actor.plantId, 'PJ', now)
  const pieces = parts.reduce((sum, { missing }) => sum + missing, 0)
  const kg = parts.reduce((sum, { missing, netKg }) => sum + missing * (netKg ?? 0), 0)
  const id = await insertRow(write, actor, 'plate_jobs', {
    no,
    note,
    pieces,
    kg: Math.round(kg * 1000) / 1000,
    due_on: parts[0]?.due ?? null,
  })
  await insertParts(write, actor.plantId, id, parts)
  await recordAction(write, actor, {
    action: 'plate_jobs.create',
    subjectKind: 'plate_job',
    event: 'plates.changed',
    id: String(id),
    name: no,
    after: { pieces },
  })
  return String(id)
}

async function insertParts(
  write: Write,
  plantId: number,
  jobId: number,
  parts: readonly PlatePart[],
): Promise<void> {
  const rows = parts.map((part, at) => ({ ...part, position: at + 1 }))
  await sql`
    insert into plate_job_parts (plant_id, job_id, position, order_id, order_no, mark_id, mark, part_mark, profile, grade,
      thickness_mm, width_mm, length_mm, kg, due_on, quantity)
    select ${plantId}, ${jobId}, position, "orderId", "orderNo", "markId", mark, "partMark", profile, grade, "thicknessMm",
      "widthMm", "lengthMm", "netKg", due, missing
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (position int, "orderId" bigint, "orderNo" text,
      "markId" bigint, mark text, "partMark" text, profile text, grade text, "thicknessMm" numeric, "widthMm" numeric,
      "lengthMm" numeric, "netKg" numeric, due date, missing int)`.execute(write)
}

/** Closes or cancels a job; what is not cut is missing again. */
export async function endPlateJob(
  write: Write,
  actor: Actor,
  id: string,
  { step, version }: { readonly step: 'close' | 'cancel'; readonly version: number },
): Promise<void> {
  const action = { id, version, action: step }
  const { row: job } = await rowForAction(write, actor, 'plate_jobs', action, onePlateJob)
  const { rows } = await sql<{ markId: number; partMark: string; open: number }>`
    select mark_id as "markId", part_mark as "partMark", quantity - cut as open from plate_job_parts
    where job_id = ${job.id} and mark_id is not null and quantity > cut`.execute(write)
  await lockCounters(write, actor.plantId, rows)
  await moveNested(
    write,
    rows.map(({ open, ...key }) => ({ ...key, nested: -open })),
  )
  await freeJob(write, actor, job.id)
  await saveRow(write, actor, 'plate_jobs', job.id, { status: step === 'close' ? 'closed' : 'cancelled' })
  await recordAction(write, actor, {
    action: step === 'close' ? 'plate_jobs.close' : 'plate_jobs.cancel',
    subjectKind: 'plate_job',
    event: 'plates.changed',
    id,
    name: job.no,
    before: { status: job.status },
  })
}

/** Takes a remnant out of stock; its weight counts as cut. */
export async function scrapPlateRemnant(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: BodyOf<(typeof platesApi)['POST /api/plate-remnants/:id/scrap']>,
): Promise<void> {
  const action = { id, version, action: 'scrap' } as const
  const { row, view } = await rowForAction(write, actor, 'plate_remnants', action, onePlateRemnant)
  await saveRow(write, actor, 'plate_remnants', row.id, { status: 'scrapped' })
  await addCutKg(write, actor.plantId, row.lot_id, row.kg)
  await recordAction(write, actor, {
    action: 'plate_jobs.scrap_remnant',
    subjectKind: 'lot',
    event: 'plates.cut',
    id: String(row.lot_id),
    name: view.heat,
    after: { lengthMm: view.lengthMm, kg: view.kg, reason },
  })
}
