import { createHash } from 'node:crypto'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { plateNestsApi } from '@cloud-factory/contract/plates/plate-nests'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { commitCut, failState, lockedCounters } from './apply-plate-result.ts'
import { jobParts } from './plate-jobs.queries.ts'
import { failRow, openParts } from './plate-result.ts'
import { lotsOf } from './plate-stock.queries.ts'
import { canReportLayout } from './plates.policy.ts'
import { ResultPlan } from './result-plan.ts'
import type { StoredJob } from './save-plate-job.ts'

type Input = BodyOf<(typeof plateNestsApi)['POST /api/plate-layouts/:id/report']>
type StoredLayout = Selectable<Tables['plate_layouts']>

/** Locks the job, then the layout. */
async function layoutForUpdate(write: Write, actor: Actor, id: string) {
  const { rows } = await sql<{ job_id: number }>`
    select job_id from plate_layouts where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const job = await rowForUpdate(
    write,
    'plate_jobs',
    actor.plantId,
    String(rows[0]?.job_id ?? fail('not_found')),
  )
  const { rows: found } =
    await sql<StoredLayout>`select * from plate_layouts where id = ${id} for update`.execute(write)
  return { job, layout: found[0] ?? fail('not_found') }
}

/** How many of each part of the job a layout made, without those that became scrap. */
function goodParts({ drawing }: StoredLayout, scrapped: readonly number[]) {
  const good = drawing.parts.filter((_part, at) => !scrapped.includes(at + 1))
  return [...Map.groupBy(good, ({ partId }) => partId)].map(([id, same]) => ({
    id: Number(id),
    quantity: same.length,
  }))
}

/** What the layout cuts, checked like a result of a machine: steel, weight, and parts that are still to be cut. */
async function planOf(
  write: Write,
  actor: Actor,
  {
    job,
    layout,
    counters,
    input,
  }: {
    readonly job: StoredJob
    readonly layout: StoredLayout & { readonly lot_id: number }
    readonly counters: Awaited<ReturnType<typeof lockedCounters>>
    readonly input: Input
  },
): Promise<ResultPlan> {
  const reads = asReads(write)
  const { lot_id: lotId, remnant_id: remnantId } = layout
  const { rows } = await sql<{ id: number; kg: number; status: string }>`
    select id, kg, status from plate_remnants where id = ${remnantId} for no key update`.execute(write)
  const lots = await lotsOf(reads, sql`l.plant_id = ${actor.plantId} and l.id = ${lotId}`, { lock: true })
  const parts = await openParts(reads, actor, await jobParts(reads, job.id), counters)
  const remnants = rows.flatMap(({ id, kg, status }) =>
    lots.map((lot) => ({ id, kg, lot, isAvailable: status === 'reserved' })),
  )
  // The plate that is reserved for this layout is the one that it cuts.
  const own = lots.map((lot) => ({ ...lot, plates: lot.plates + (remnantId === null ? 1 : 0) }))
  const plan = new ResultPlan({ job: job.no, parts, lots: own, remnants })
  const { plate, remnants: back, location, scrapped } = input
  const error = plan.takeLayout({
    plate: remnantId === null ? plate : `P${remnantId}`,
    lotId,
    remnantId,
    parts: goodParts(layout, scrapped),
    remnants: back,
    location,
  })
  return error === null ? plan : failRow(error)
}

/**
 * Reports a plate as cut that was nested here: parts, heats, remnants and weight change as by a result of a machine, in one
 * transaction. The second report is refused. Returns the id of the job.
 */
export async function reportLayout(
  write: Write,
  actor: Actor,
  id: string,
  input: Input,
  now: Date,
): Promise<string> {
  const { job, layout } = await layoutForUpdate(write, actor, id)
  const verdict = canReportLayout(actor.tags, layout.status)
  if (verdict !== true) failState(verdict)
  if (input.scrapped.some((no) => no > layout.drawing.parts.length)) failState('nest.unknown_part')
  const lotId = layout.lot_id ?? fail('not_found')
  const counters = await lockedCounters(write, actor.plantId, job.id)
  const plan = await planOf(write, actor, { job, layout: { ...layout, lot_id: lotId }, counters, input })
  const resultId = await commitCut(write, actor, job, {
    plan,
    counters,
    file: `${job.no}-${layout.position}`,
    hash: createHash('sha256').update(`layout ${layout.id}`).digest('hex'),
    repeated: false,
    now,
  })
  await sql`update plate_layouts set status = 'cut', result_id = ${resultId}, scrapped = ${[...input.scrapped]}::int[]
    where id = ${layout.id}`.execute(write)
  const { rows } =
    await sql`select from plate_layouts where nest_id = ${layout.nest_id} and status = 'reserved' limit 1`.execute(
      write,
    )
  await saveRow(write, actor, 'plate_nests', layout.nest_id, rows.length === 0 ? { status: 'cut' } : {})
  return String(job.id)
}
