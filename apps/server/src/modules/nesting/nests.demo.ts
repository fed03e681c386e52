import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { localTime } from '../../platform/db/factory-day.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import { demoForeman, demoPlanner } from '../quality-records/public.ts'
import { demandOf } from './demand.queries.ts'
import { nestingInput, type PlanInput } from './nest-plan.rules.ts'
import { nestPlanInput } from './nest-solver.ts'
import type { NestingInput, NestingResult } from './nesting.types.ts'
import { firstRules, oneNest } from './nests.queries.ts'
import { reportBar } from './report-bar.ts'
import { createNest, releaseNest, savePlan } from './save-nest.ts'

const minuteMs = 60_000
const grade = 'Q355B'
/** For one step of the search; such small nests need some milliseconds. */
const searchMs = 5000

interface DemoNest {
  readonly profile: string
  readonly daysAgo: number
  readonly time: string
  /** Most orders of which it has parts. */
  readonly orders: number
  /** Share of its bars that are cut; null: it waits for its release. */
  readonly cut: number | null
  /** A part of the first bar became scrap. */
  readonly hasScrap: boolean
}

/** One that is cut, one of which some bars are cut, one that waits for its release. */
const demoNests: readonly DemoNest[] = [
  { profile: 'HN350*175*7*11', daysAgo: 4, time: '08:40', orders: 1, cut: 1, hasScrap: true },
  { profile: 'HN300*150*6.5*9', daysAgo: 1, time: '09:10', orders: 2, cut: 0.3, hasScrap: false },
  { profile: 'HW200*200*8*12', daysAgo: 1, time: '16:30', orders: 3, cut: null, hasScrap: false },
]

/** Nests of the demo factory, made by the same steps as real ones. */
export async function nestsDemo(write: Write, context: DemoContext): Promise<void> {
  for (const nest of demoNests) await demoNest(write, context, nest)
}

async function demoNest(write: Write, context: DemoContext, nest: DemoNest): Promise<void> {
  const { plantId } = context
  const planner = demoPlanner(context, ['order.view', 'order.edit'])
  const { profile } = nest
  const reads = asReads(write)
  const at = await localTime(reads, context, nest)
  const orderIds = await firstOrders(write, plantId, nest, at)
  if (orderIds.length === 0) return
  const id = await createNest(write, planner, { profile, grade, orderIds, rules: firstRules }, at)
  const plan = await unusedStock(write, await nestPlanInput(reads, planner, id))
  const input = nestingInput(plan)
  await savePlan(write, planner, id, { plan, input, result: await solve(input) })
  const lastAt = nest.cut === null ? at : await cutBars(write, context, { id, planner, at }, nest)
  await sql`update nests set created_at = ${at}, updated_at = ${lastAt} where id = ${id}`.execute(write)
}

/** The orders with missing parts of a profile that are due first; they were released before, and no work has begun. */
async function firstOrders(
  write: Write,
  plantId: number,
  { profile, orders }: DemoNest,
  at: Date,
): Promise<string[]> {
  const rows = await readRows(
    asReads(write),
    sql<{ id: string }>`
      select o.id::text as id from (${demandOf(plantId, { profiles: [profile], grade })}) d
        join orders o on o.id = d."orderId"
      where o.status = 'released' and o.released_at < ${at}::timestamptz and d.missing > 0
      group by o.id order by min(d.due) nulls last, o.id limit ${orders}`,
  )
  return rows.map(({ id }) => id)
}

/** Only bars of lots of which nothing was used: pieces of the demo factory took older lots without cutting single bars. */
async function unusedStock(write: Write, plan: PlanInput): Promise<PlanInput> {
  const rows = await readRows(
    asReads(write),
    sql<{ id: number }>`
      select b.id from stock_bars b join material_lots l on l.id = b.lot_id
      where b.id = any(${plan.bars.map(({ id }) => id)}::bigint[]) and l.used_kg = 0`,
  )
  const unused = new Set(rows.map(({ id }) => id))
  return { ...plan, bars: plan.bars.filter(({ id }) => unused.has(id)) }
}

/** Searches here: nobody waits for this thread at a first start, and starting another one for each nest takes longer. */
async function solve(input: NestingInput): Promise<NestingResult> {
  const { solveNesting } = await import('./solve-nesting.ts')
  const remainingMs = () => searchMs
  return solveNesting(input, { remainingMs, isCancelled: () => false, onProgress: () => undefined })
}

interface StoredNest {
  readonly id: string
  readonly planner: Actor
  readonly at: Date
}

/** Releases a nest and reports bars as cut one after another. Returns when the last one was. */
async function cutBars(
  write: Write,
  context: DemoContext,
  { id, planner, at }: StoredNest,
  { cut, hasScrap }: DemoNest,
): Promise<Date> {
  const { version } = await oneNest(asReads(write), planner, id)
  await releaseNest(write, planner, id, version)
  const foreman = demoForeman(context)
  const { items } = await oneNest(asReads(write), planner, id)
  const bars = items.slice(0, Math.ceil(items.length * (cut ?? 0)))
  const cutAt = (index: number) => new Date(at.getTime() + (60 + 25 * index) * minuteMs)
  for (const [index, bar] of bars.entries()) {
    const scrapped = hasScrap && index === 0 ? [1] : []
    await reportBar(write, foreman, bar.id, { ...remnantOf(bar), scrapped }, cutAt(index))
  }
  return cutAt(bars.length - 1)
}

/** The remnant as the saw operator measures it, to 5 mm, and the rack where it lies. */
const remnantOf = ({ remnantMm }: NestDetail['items'][number]) => ({
  remnantMm: Math.floor(remnantMm / 5) * 5,
  location: 'R-01',
})
