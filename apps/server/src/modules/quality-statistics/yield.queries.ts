import type { ReplyOf, QueryOf } from '@cloud-factory/contract/endpoint'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { inspectionStages, type InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { sql } from 'kysely'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Breakdown } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { checkSpan, madeBy, inspectionsIn, type Scope, groupNames } from './statistics-scope.ts'
import { firstPassYield, rolledYield, pareto } from './yield.rules.ts'
import type { OrdersPort } from '../quality-records/public.ts'

type YieldReply = ReplyOf<(typeof qualityStatisticsApi)['GET /api/quality/yield']>

interface Counted {
  readonly stage: InspectionStage
  readonly month: string
  readonly inspected: number
  readonly passed: number
}

/** First-pass and rolled yield of first inspections judged in the days asked for. */
export async function yieldOf(reads: Reads, plantId: number, scope: Scope, now: Date): Promise<YieldReply> {
  checkSpan(scope)
  const rows = await readRows(reads, firstInspections(plantId, scope))
  const stages = inspectionStages.flatMap((stage) => {
    const counted = sumOf(rows.filter((row) => row.stage === stage))
    return counted.inspected === 0 ? [] : [{ stage, ...counted, yield: firstPassYield(counted) }]
  })
  const months = [...new Set(rows.map(({ month }) => month))].toSorted()
  return {
    stages,
    rolled: rolledYield(stages),
    months: months.map((month) => ({ month, ...sumOf(rows.filter((row) => row.month === month)) })),
    at: now.toISOString(),
  }
}

const sumOf = (rows: readonly Counted[]) => ({
  inspected: rows.reduce((sum, { inspected }) => sum + inspected, 0),
  passed: rows.reduce((sum, { passed }) => sum + passed, 0),
})

/**
 * Pieces by stage and month, counted by inspection first: a day is computed once for each. A piece that was not measured stands or
 * falls with its lot; a concession is no first pass.
 */
export const firstInspections = (plantId: number, scope: Scope) => sql<Counted>`
  with counted as (
    select i.stage, i.judged_at, count(*) as inspected,
      count(*) filter (where coalesce(ip.verdict, i.verdict) = 'pass') as passed
    from plants p, inspections i join inspection_pieces ip on ip.inspection_id = i.id
    where ${inspectionsIn(plantId, scope, sql`i.judged_at`)} and ${madeBy(scope, sql`ip`)}
      and i.parent_id is null and i.corrects_id is null
    group by i.id
  )
  select c.stage, to_char(c.judged_at at time zone p.time_zone, 'YYYY-MM') as month, sum(c.inspected)::int as inspected,
    sum(c.passed)::int as passed
  from counted c, plants p where p.id = ${plantId} group by 1, 2`

type MissReply = ReplyOf<(typeof qualityStatisticsApi)['GET /api/quality/misses']>

/** Bars of a Pareto diagram at most; what is beyond them counts in the whole. */
const maxBars = 100

interface CountedMiss {
  readonly item_id: number | null
  readonly names: Names
  readonly clause: string
  readonly readings: number
  readonly outside: number
}

/** Readings outside their limits by item of the standard, of inspections judged in the days asked for. */
export async function missesOf(reads: Reads, plantId: number, scope: Scope): Promise<MissReply> {
  checkSpan(scope)
  const rows = await readRows(reads, countedItems(plantId, scope))
  const bars = pareto(rows.map((of) => ({ of, value: of.outside })))
  return {
    bars: bars.slice(0, maxBars).map(({ of, value, cumulative }) => ({
      itemId: of.item_id === null ? null : String(of.item_id),
      names: of.names,
      clause: of.clause,
      readings: of.readings,
      outside: value,
      cumulative,
    })),
    readings: rows.reduce((sum, { readings }) => sum + readings, 0),
    outside: rows.reduce((sum, { outside }) => sum + outside, 0),
  }
}

/** Added up from the sums of each inspection; the newest form of an item says how it is called. */
export const countedItems = (plantId: number, scope: Scope) => sql<CountedMiss>`
  with counted as (
    select s.standard_item_id, s.label, max(s.item_id) as newest, sum(s.readings) as readings, sum(s.outside) as outside
    from plants p, inspections i join reading_sums s on s.inspection_id = i.id
    where ${inspectionsIn(plantId, scope, sql`i.judged_at`)} and ${madeBy(scope, sql`s`)}
    group by s.standard_item_id, s.label
  )
  select c.standard_item_id as item_id, x.names, x.clause, c.readings::int as readings, c.outside::int as outside
  from counted c join inspection_items x on x.id = c.newest`

type Api = (typeof qualityStatisticsApi)['GET /api/quality/breakdown']
type Query = QueryOf<Api>

/** Rows shown at most. */
const maxRows = 100

/** First-pass yield and misses by what the query names. */
export async function breakdownOf(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  query: Query,
): Promise<ReplyOf<Api>> {
  checkSpan(query)
  const [passed, missed] = await Promise.all([
    readRows(reads, passedBy(plantId, query)),
    readRows(reads, missedBy(plantId, query)),
  ])
  const misses = new Map(missed.map((row) => [row.key, row]))
  const rows = passed.toSorted((a, b) => b.inspected - a.inspected).slice(0, maxRows)
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]))
  // Shapes are words, translated where they are shown.
  const names = query.by === 'shape' ? new Map() : await groupNames(reads, plantId, orders, query.by, ids)
  return {
    items: rows.map(({ key, ...first }) => ({
      key,
      names: names.get(Number(key)) ?? null,
      ...first,
      yield: firstPassYield(first),
      readings: misses.get(key)?.readings ?? 0,
      outside: misses.get(key)?.outside ?? 0,
    })),
  }
}

interface Passed {
  readonly key: string | null
  readonly inspected: number
  readonly passed: number
}
interface Missed {
  readonly key: string | null
  readonly readings: number
  readonly outside: number
}

const keys = {
  crew: sql`ip.crew_id`,
  machine: sql`ip.machine_id`,
  project: sql`i.project_id`,
  process: sql`i.process_id`,
  shape: sql`i.shape`,
} satisfies Record<Breakdown, unknown>

/** Sums name nobody by 0. */
const keysOfSums = { crew: sql`nullif(s.crew_id, 0)`, machine: sql`nullif(s.machine_id, 0)` }

/** Pieces of first inspections, as the yield counts them. */
export const passedBy = (plantId: number, query: Query) => sql<Passed>`
  select ${keys[query.by]}::text as key, count(*)::int as inspected,
    count(*) filter (where coalesce(ip.verdict, i.verdict) = 'pass')::int as passed
  from plants p, inspections i join inspection_pieces ip on ip.inspection_id = i.id
  where ${inspectionsIn(plantId, query, sql`i.judged_at`)} and ${madeBy(query, sql`ip`)}
    and i.parent_id is null and i.corrects_id is null
  group by 1`

/** Readings of all judged inspections. */
export const missedBy = (plantId: number, query: Query) => sql<Missed>`
  select ${{ ...keys, ...keysOfSums }[query.by]}::text as key,
    sum(s.readings)::int as readings, sum(s.outside)::int as outside
  from plants p, inspections i join reading_sums s on s.inspection_id = i.id
  where ${inspectionsIn(plantId, query, sql`i.judged_at`)} and ${madeBy(query, sql`s`)}
  group by 1`
