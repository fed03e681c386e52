import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { NestDetail, nestsApi } from '@cloud-factory/contract/nesting/nests'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, rowForAction, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { freeBars, reserveBars } from '../material/public.ts'
import { keyOf, lockCounters, moveNested } from '../parts/public.ts'
import { nextNumbers } from '../quality-records/public.ts'
import { failStaleSearches } from './background-searches.ts'
import { demandOf, isCutFromBars, missingParts, spellingsOf } from './demand.queries.ts'
import { partTotals, type PlanInput, plannedBars, type PlannedBar, unmadeOf } from './nest-plan.rules.ts'
import { oneNest } from './nests.queries.ts'
import type { NestingInput, NestingResult } from './nesting.types.ts'

type Api = typeof nestsApi
type StoredNest = Selectable<Tables['nests']>

const failState = (reason: string): never => reject(reason)

/** Creates a nest that is being solved; the plant solves one at a time. */
export async function createNest(
  write: Write,
  actor: Actor,
  { profile, grade, orderIds, rules }: BodyOf<Api['POST /api/nests']>,
  now: Date,
): Promise<string> {
  if (!isCutFromBars(profile)) failState('nest.no_bar_profile')
  const reads = asReads(write)
  const profiles = await spellingsOf(reads, actor.plantId, profile)
  const [part] = await missingParts(reads, actor.plantId, { profiles, grade, orderIds }, 1)
  if (part === undefined) failState('nest.nothing_missing')
  await failStaleSearches(write, actor.plantId, 'nests')
  const [no = ''] = await nextNumbers(write, actor.plantId, 'NS', now)
  const id = await insertNest(write, actor, {
    no,
    profile,
    grade,
    order_ids: orderIds.map(Number),
    rules: JSON.stringify(rules),
  })
  await recordAction(write, actor, {
    action: 'nests.create',
    subjectKind: 'nest',
    event: 'nests.changed',
    id: String(id),
    name: no,
    after: { profile: `${profile} ${grade}`.trim() },
  })
  return String(id)
}

async function insertNest(
  write: Write,
  actor: Actor,
  fields: Parameters<typeof insertRow<'nests'>>[3],
): Promise<number> {
  try {
    return await insertRow(write, actor, 'nests', fields)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'nests_solving_key') throw error
    return failState('nest.solver_busy')
  }
}

/** Locks the counts of parts and adds to `nested`; false: fewer are missing than the plan makes, or the parts are others. */
async function nestParts(write: Write, plantId: number, cuts: PlannedBar['cuts']): Promise<boolean> {
  const totals = partTotals(cuts.map(({ part }) => part))
  await lockCounters(write, plantId, totals)
  const markIds = [...new Set(totals.map(({ markId }) => markId))]
  const rows = await readRows(asReads(write), demandOf(plantId, { markIds }))
  const demand = new Map(rows.map((row) => [keyOf(row), row]))
  const isCurrent = cuts.every(({ part }) => demand.get(keyOf(part))?.lengthMm === part.lengthMm)
  const found = totals.map((total) => ({ ...total, row: demand.get(keyOf(total)) }))
  if (!isCurrent || found.some(({ row, count }) => row === undefined || row.missing < count)) return false
  await moveNested(
    write,
    found.map(({ row, count, ...key }) => ({ ...key, nested: count, ...(row && { needed: row.needed }) })),
  )
  return true
}

async function insertNestBars(
  write: Write,
  plantId: number,
  nestId: number,
  bars: readonly PlannedBar[],
): Promise<void> {
  const rows = bars.map(({ cuts: _cuts, ...bar }, index) => ({ ...bar, position: index + 1 }))
  await sql`
    insert into nest_bars (plant_id, nest_id, position, stock_bar_id, length_mm, parts_mm, remnant_mm, waste_mm)
    select ${plantId}, ${nestId}, position, "stockBarId", "lengthMm", "partsMm", "remnantMm", "wasteMm"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (position int, "stockBarId" bigint, "lengthMm" numeric,
      "partsMm" numeric, "remnantMm" numeric, "wasteMm" numeric)`.execute(write)
  const parts = bars.flatMap(({ cuts }, bar) =>
    cuts.map(({ part, fromMm, lengthMm, leftDeg, rightDeg, turned }, index) => ({
      bar: bar + 1,
      position: index + 1,
      markId: part.markId,
      order: part.orderNo,
      mark: part.mark,
      part: part.partMark,
      fromMm,
      lengthMm,
      leftDeg,
      rightDeg,
      turned,
    })),
  )
  await sql`
    insert into nest_parts (nest_bar_id, position, plant_id, mark_id, order_no, mark, part_mark, from_mm, length_mm, left_deg, right_deg, turned)
    select b.id, p.position, ${plantId}, p."markId", p."order", p.mark, p.part, p."fromMm", p."lengthMm", p."leftDeg", p."rightDeg", p.turned
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (bar int, position int, "markId" bigint, "order" text,
      mark text, part text, "fromMm" numeric, "lengthMm" numeric, "leftDeg" numeric, "rightDeg" numeric, turned boolean)
      join nest_bars b on b.nest_id = ${nestId} and b.position = p.bar`.execute(write)
}

/** Writes the result of a search. False: the demand changed while it ran, so it is to be solved again. */
export async function savePlan(
  write: Write,
  actor: Actor,
  id: string,
  {
    plan,
    input,
    result,
  }: { readonly plan: PlanInput; readonly input: NestingInput; readonly result: NestingResult },
): Promise<boolean> {
  const row = await rowForUpdate(write, 'nests', actor.plantId, id)
  if (row.status !== 'solving') return true
  const bars = plannedBars(plan, input, result)
  const cuts = bars.flatMap((bar) => bar.cuts)
  if (bars.length > 0 && !(await nestParts(write, actor.plantId, cuts))) return false
  await insertNestBars(write, actor.plantId, row.id, bars)
  await saveRow(write, actor, 'nests', row.id, {
    ...(bars.length === 0 ? { status: 'failed', reason: 'nest.no_bars' } : { status: 'planned' }),
    cost: result.cost,
    bound: result.bound,
    bars: bars.length,
    parts: cuts.length,
    waste: Math.round(result.waste * 100_000) / 100_000,
    ended: result.end,
    unmade: JSON.stringify(unmadeOf(plan, result)),
  })
  await recordEvent(write, actor, { name: 'nests.changed', subjectId: id })
  return true
}

async function nestForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  action: keyof NestDetail['can'],
): Promise<StoredNest> {
  const { row } = await rowForAction(write, actor, 'nests', { id, version, action }, oneNest)
  return row
}

/** Asks the running search to end with its best plan. */
export async function stopNest(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const row = await nestForAction(write, actor, id, version, 'stop')
  await sql`update nests set stopping = true where id = ${row.id}`.execute(write)
}

/** Subtracts the parts of bars that are not cut from what is nested. */
async function returnParts(write: Write, bars: RawBuilder<unknown>): Promise<void> {
  await sql`select from part_counts c where (c.mark_id, c.part_mark) in (select p.mark_id, p.part_mark
      from nest_parts p join nest_bars b on b.id = p.nest_bar_id where ${bars})
    order by c.mark_id, c.part_mark for update`.execute(write)
  await sql`update part_counts c set nested = c.nested - p.count
    from (select p.mark_id, p.part_mark, count(*)::int as count from nest_parts p join nest_bars b on b.id = p.nest_bar_id
      where ${bars} group by p.mark_id, p.part_mark) p
    where c.mark_id = p.mark_id and c.part_mark = p.part_mark`.execute(write)
}

/** Reserves the bars in stock. Parts of bars that are still to be bought return to the demand. */
export async function releaseNest(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const row = await nestForAction(write, actor, id, version, 'release')
  const toBuy = sql`b.nest_id = ${row.id} and b.stock_bar_id is null`
  await returnParts(write, toBuy)
  await sql`delete from nest_bars b where ${toBuy}`.execute(write)
  const { rows } = await sql<{ id: number }>`
    select stock_bar_id as id from nest_bars where nest_id = ${row.id}`.execute(write)
  await reserveBars(
    write,
    actor,
    rows.map((bar) => bar.id),
  )
  await sql`update nest_bars set status = 'reserved' where nest_id = ${row.id}`.execute(write)
  const { rows: counted } = await sql<{ parts: number }>`select count(*)::int as parts from nest_parts p
    join nest_bars b on b.id = p.nest_bar_id where b.nest_id = ${row.id}`.execute(write)
  const parts = counted[0]?.parts ?? 0
  await saveRow(write, actor, 'nests', row.id, { status: 'released', bars: rows.length, parts })
  await recordAction(write, actor, {
    action: 'nests.release',
    subjectKind: 'nest',
    event: 'nests.bars_changed',
    id,
    name: row.no,
    before: { status: row.status },
  })
}

/** Cancels what is not cut: bars are available and parts are needed again. */
export async function cancelNest(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const row = await nestForAction(write, actor, id, version, 'cancel')
  const open = sql`b.nest_id = ${row.id} and b.status in ('planned', 'reserved')`
  await returnParts(write, open)
  const { rows } = await sql<{ id: number; status: string }>`
    select stock_bar_id as id, status from nest_bars where nest_id = ${row.id} order by stock_bar_id`.execute(
    write,
  )
  await freeBars(
    write,
    actor,
    rows.filter(({ status }) => status === 'reserved').map((bar) => bar.id),
  )
  await sql`update nest_bars b set status = 'cancelled' where ${open}`.execute(write)
  const status = rows.some((bar) => bar.status === 'cut') ? 'cut' : 'cancelled'
  await saveRow(write, actor, 'nests', row.id, { status })
  await recordAction(write, actor, {
    action: 'nests.cancel',
    subjectKind: 'nest',
    event: 'nests.bars_changed',
    id,
    name: row.no,
    before: { status: row.status },
  })
}
