import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { PlateNest, plateNestsApi } from '@cloud-factory/contract/plates/plate-nests'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { setPlateSizes } from '../material/public.ts'
import { failStaleSearches } from '../nesting/public.ts'
import { onePlateJob } from './plate-jobs.queries.ts'
import {
  plannedLayouts,
  type PlannedLayout,
  type PlatePlanInput,
  type PlateSearchInput,
  type PlateSearchResult,
  unmadePartsOf,
} from './plate-nest-plan.ts'
import { canNestPlates, plateNestCan } from './plates.policy.ts'
import { lotsOf } from './plate-stock.queries.ts'

type Api = typeof plateNestsApi
export type StoredPlateNest = Selectable<Tables['plate_nests']>

const failState = (reason: string): never => reject(reason)

/** The nest that a search works on. */
export async function nestForSearch(reads: Reads, plantId: number, id: string): Promise<StoredPlateNest> {
  const [row] = await readRows(
    reads,
    sql<StoredPlateNest>`select * from plate_nests where plant_id = ${plantId} and id = ${id}`,
  )
  return row ?? fail('not_found')
}

/** Creates a nest of what is not cut of a job; what an earlier one planned and nobody cut is free again. */
export async function createPlateNest(
  write: Write,
  actor: Actor,
  jobId: string,
  { version, rules, sizes }: BodyOf<Api['POST /api/plate-jobs/:id/nesting']>,
): Promise<string> {
  const job = await rowForUpdate(write, 'plate_jobs', actor.plantId, jobId)
  if (job.version !== version)
    fail('version.conflict', { current: await onePlateJob(asReads(write), actor, jobId) })
  const verdict = canNestPlates(actor.tags, job.status)
  if (verdict !== true) failState(verdict)
  await setPlateSizes(write, actor, sizes)
  await failStaleSearches(write, actor.plantId, 'plate_nests')
  const active = await activeNest(write, job.id)
  if (active?.status === 'solving') failState('nest.solver_busy')
  if (active !== null) await freeNest(write, actor, active)
  const id = await insertNest(write, actor, job.id, rules)
  await recordAction(write, actor, {
    action: 'plate_jobs.nest',
    subjectKind: 'plate_job',
    event: 'plates.changed',
    id: jobId,
    name: job.no,
  })
  return String(id)
}

async function insertNest(write: Write, actor: Actor, jobId: number, rules: object): Promise<number> {
  try {
    return await insertRow(write, actor, 'plate_nests', { job_id: jobId, rules: JSON.stringify(rules) })
  } catch (error) {
    if (violationOf(error)?.constraint !== 'plate_nests_solving_key') throw error
    return failState('nest.solver_busy')
  }
}

async function activeNest(write: Write, jobId: number): Promise<StoredPlateNest | null> {
  const { rows } = await sql<StoredPlateNest>`select * from plate_nests
    where job_id = ${jobId} and status in ('solving', 'planned', 'released') for no key update`.execute(write)
  return rows[0] ?? null
}

/** Frees what a nest of a locked job has planned or reserved. */
async function freeNest(write: Write, actor: Actor, nest: StoredPlateNest): Promise<void> {
  const { rows } = await sql<{ remnant_id: number | null; status: string; was: string }>`
    update plate_layouts y set status = 'cancelled' from plate_layouts old
    where y.id = old.id and y.nest_id = ${nest.id} and y.status in ('planned', 'reserved')
    returning y.remnant_id, old.status as was`.execute(write)
  const reserved = rows.flatMap(({ remnant_id: id, was }) => (was === 'reserved' && id !== null ? [id] : []))
  await setRemnants(write, actor, reserved, 'available')
  const { rows: cut } =
    await sql`select from plate_layouts where nest_id = ${nest.id} and status = 'cut' limit 1`.execute(write)
  await saveRow(write, actor, 'plate_nests', nest.id, { status: cut.length > 0 ? 'cut' : 'cancelled' })
}

/** Frees the plates of a locked job that ends. */
export async function freeJob(write: Write, actor: Actor, jobId: number): Promise<void> {
  const nest = await activeNest(write, jobId)
  if (nest !== null) await freeNest(write, actor, nest)
}

/** Locks remnants in the order of their ids and gives them a status. */
async function setRemnants(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  status: 'available' | 'reserved',
): Promise<void> {
  if (ids.length === 0) return
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`select from plate_remnants where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    write,
  )
  await sql`update plate_remnants set status = ${status}, version = version + 1, updated_at = now(),
      updated_by = ${by}::bigint, updated_by_name = ${byName}
    where plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`.execute(write)
}

interface Solved {
  readonly plan: PlatePlanInput
  readonly input: PlateSearchInput
  readonly result: PlateSearchResult
}

/** Writes the result of a search. False: parts of the job were cut meanwhile, so it is to be solved again. */
export async function savePlateNest(
  write: Write,
  actor: Actor,
  id: string,
  { plan, input, result }: Solved,
): Promise<boolean> {
  const { job_id: jobId } = await nestForSearch(asReads(write), actor.plantId, id)
  const job = await rowForUpdate(write, 'plate_jobs', actor.plantId, String(jobId))
  const row = await rowForUpdate(write, 'plate_nests', actor.plantId, id)
  if (row.status !== 'solving') return true
  if (!(await areOpen(write, jobId, plan))) return false
  const layouts = plannedLayouts(plan, input, result)
  await insertLayouts(write, actor.plantId, { nestId: row.id, jobId: job.id, layouts })
  const { plans } = result
  const sum = (figure: 'cost' | 'bound') =>
    Math.round(plans.reduce((total, one) => total + one[figure], 0) * 100) / 100
  const areas = layouts.map(({ lengthMm, widthMm, remnantsMm2 }) => lengthMm * widthMm - remnantsMm2)
  const used = areas.reduce((total, one) => total + one, 0)
  const waste = layouts.reduce((total, { wasteMm2 }) => total + wasteMm2, 0)
  await saveRow(write, actor, 'plate_nests', row.id, {
    ...(layouts.length === 0 ? { status: 'failed', reason: 'plate.nothing_fits' } : { status: 'planned' }),
    cost: sum('cost'),
    bound: Math.min(sum('cost'), sum('bound')),
    waste: used === 0 ? null : Math.round((waste / used) * 100_000) / 100_000,
    ended: endOf(plans.map(({ end }) => end)),
    unmade: JSON.stringify(unmadePartsOf(plan, input, result)),
  })
  await recordEvent(write, actor, { name: 'plates.changed', subjectId: String(jobId) })
  return true
}

/** The weakest end of all searches. */
const endOf = (ends: readonly string[]): string =>
  ['cancelled', 'time_limit', 'no_improvement'].find((end) => ends.includes(end)) ?? 'optimal'

/** Whether a locked job still has the parts that were nested to cut. */
async function areOpen(write: Write, jobId: number, { parts }: PlatePlanInput): Promise<boolean> {
  const { rows } = await sql<{ id: number; open: number }>`
    select id, quantity - cut as open from plate_job_parts where job_id = ${jobId}`.execute(write)
  const open = new Map(rows.map((row) => [row.id, row.open]))
  return parts.every(({ part, open: nested }) => (open.get(part.id) ?? 0) >= nested)
}

interface NewLayouts {
  readonly nestId: number
  readonly jobId: number
  readonly layouts: readonly PlannedLayout[]
}

async function insertLayouts(
  write: Write,
  plantId: number,
  { nestId, jobId, layouts }: NewLayouts,
): Promise<void> {
  const rows = layouts.map((layout, at) => ({ ...layout, position: at + 1 }))
  await sql`
    insert into plate_layouts (plant_id, nest_id, job_id, position, thickness_mm, grade, lot_id, remnant_id, length_mm,
      width_mm, parts_mm2, remnants_mm2, waste_mm2, drawing)
    select ${plantId}, ${nestId}, ${jobId}, position, "thicknessMm", grade, "lotId", "remnantId", "lengthMm", "widthMm",
      "partsMm2", "remnantsMm2", "lengthMm" * "widthMm" - "partsMm2" - "remnantsMm2", drawing
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (position int, "thicknessMm" numeric, grade text,
      "lotId" bigint, "remnantId" bigint, "lengthMm" numeric, "widthMm" numeric, "partsMm2" numeric(14,2),
      "remnantsMm2" numeric(14,2), drawing jsonb)`.execute(write)
}

/** Locks the job, then its nest. */
async function nestForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  action: keyof PlateNest['can'],
) {
  const { job_id: jobId } = await nestForSearch(asReads(write), actor.plantId, id)
  const job = await rowForUpdate(write, 'plate_jobs', actor.plantId, String(jobId))
  const nest = await rowForUpdate(write, 'plate_nests', actor.plantId, id)
  if (nest.version !== version)
    fail('version.conflict', { current: await onePlateJob(asReads(write), actor, String(jobId)) })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from plate_layouts
    where nest_id = ${nest.id} and status = 'planned' and lot_id is not null`.execute(write)
  const verdict = plateNestCan(actor.tags, nest.status, rows[0]?.count ?? 0)[action]
  if (verdict !== true) failState(verdict)
  return { job, nest }
}

/** Ends, releases or cancels a nest; returns the id of its job. */
export async function movePlateNest(
  write: Write,
  actor: Actor,
  id: string,
  { step, version }: { readonly step: keyof PlateNest['can']; readonly version: number },
): Promise<string> {
  const { job, nest } = await nestForAction(write, actor, id, version, step)
  if (step === 'stop') {
    await sql`update plate_nests set stopping = true where id = ${nest.id}`.execute(write)
    return String(job.id)
  }
  if (step === 'cancel') await freeNest(write, actor, nest)
  else await releaseNest(write, actor, nest)
  await recordAction(write, actor, {
    action: step === 'cancel' ? 'plate_jobs.cancel_nest' : 'plate_jobs.release_nest',
    subjectKind: 'plate_job',
    event: 'plates.changed',
    id: String(job.id),
    name: job.no,
    before: { status: nest.status },
  })
  return String(job.id)
}

/** Reserves plates and remnants, or fails when one of them is gone; layouts on plates to buy are dropped. */
async function releaseNest(write: Write, actor: Actor, nest: StoredPlateNest): Promise<void> {
  await sql`update plate_layouts set status = 'cancelled' where nest_id = ${nest.id} and lot_id is null`.execute(
    write,
  )
  await reserve(write, actor, sql`nest_id = ${nest.id} and status = 'planned'`)
  await saveRow(write, actor, 'plate_nests', nest.id, { status: 'released' })
}

/** Reserves the plates of layouts: locks their remnants, then their lots, each in the order of their ids. */
async function reserve(write: Write, actor: Actor, layouts: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ lot_id: number; remnant_id: number | null }>`
    select lot_id, remnant_id from plate_layouts where ${layouts} order by id`.execute(write)
  const remnantIds = rows.flatMap(({ remnant_id: id }) => id ?? [])
  const { rows: remnants } = await sql<{ status: string }>`select status from plate_remnants
    where plant_id = ${actor.plantId} and id = any(${remnantIds}::bigint[]) order by id for no key update`.execute(
    write,
  )
  const lots = await lotsOf(
    asReads(write),
    sql`l.plant_id = ${actor.plantId} and l.id = any(${rows.map((row) => row.lot_id)}::bigint[])`,
    { lock: true },
  )
  if (lots.some(({ usable }) => !usable)) failState('nest.lot_blocked')
  const whole = Map.groupBy(
    rows.filter((row) => row.remnant_id === null),
    (row) => row.lot_id,
  )
  const isShort = lots.some(({ id, plates, kg, leftKg }) => {
    const count = whole.get(id)?.length ?? 0
    return count > plates || count * kg > leftKg * 1.001
  })
  if (isShort || remnants.length < remnantIds.length || remnants.some(({ status }) => status !== 'available'))
    failState('plate.unavailable')
  await setRemnants(write, actor, remnantIds, 'reserved')
  await sql`update plate_layouts set status = 'reserved' where ${layouts}`.execute(write)
}

/** A layout whose report is undone is reserved again while its nest is the one of its job. */
export async function returnLayout(write: Write, actor: Actor, resultId: number): Promise<void> {
  const { rows } = await sql<{ id: number; nest_id: number; active: boolean }>`
    update plate_layouts y set status = 'cancelled', result_id = null, scrapped = '{}' from plate_nests n
    where y.result_id = ${resultId} and n.id = y.nest_id
    returning y.id, y.nest_id, not exists (select from plate_nests later where later.job_id = n.job_id and later.id > n.id
      and later.status not in ('cancelled', 'failed')) as active`.execute(write)
  const [layout] = rows
  if (layout?.active !== true) return
  await reserve(write, actor, sql`id = ${layout.id}`)
  await saveRow(write, actor, 'plate_nests', layout.nest_id, { status: 'released' })
}
