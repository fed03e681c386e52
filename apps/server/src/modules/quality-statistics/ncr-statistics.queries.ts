import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { ncrAgeDays } from '@cloud-factory/domain/ncr/ncr-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { NcrGrouping } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { sql } from 'kysely'
import { allOf } from '../../platform/db/list-page.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { ofProjects } from '../ncr/public.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { groupNames, type Named, checkSpan, madeBy, spanIn } from './statistics-scope.ts'
import { pareto } from './yield.rules.ts'

type Api = (typeof qualityStatisticsApi)['GET /api/quality/ncr-statistics']
/** A wall may be of several projects. */
type Query = QueryOf<Api> & { readonly projectIds?: readonly string[] }
type Reply = ReplyOf<Api>

const maxBars = 100

interface Burden {
  readonly reports: number
  readonly open: number
  readonly pieces: number
  readonly kg: number
  readonly cost: number
}
interface Grouped extends Burden {
  readonly key: string | null
  readonly names: Names | null
  readonly priced: number
  readonly closed: number
  /** Days until they were closed, of those that are. */
  readonly days: number
}

/** Non-conformances raised in the days asked for; cancelled ones were none. */
export async function ncrStatistics(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  query: Query,
  now: Date,
): Promise<Reply> {
  checkSpan(query)
  const [groups, months] = await Promise.all([
    readRows(reads, ncrGroups(plantId, query, now)),
    readRows(reads, ncrMonths(plantId, query)),
  ])
  const named = await withNames(reads, plantId, orders, query.by, groups)
  const bars = pareto(named.map((of) => ({ of, value: of[query.measure] })))
  // Those that cost nothing yet stand last, so that the rows add up to the whole.
  const rest = named.filter((of) => of[query.measure] <= 0).toSorted((a, b) => b.reports - a.reports)
  const rows = bars.length === 0 ? [] : [...bars, ...rest.map((of) => ({ of, cumulative: 1 }))]
  return {
    bars: rows
      .slice(0, maxBars)
      .map(({ of, cumulative }) => ({ key: of.key, names: of.names, ...burdenOf([of]), cumulative })),
    total: totalOf(groups),
    months,
  }
}

const sumOf = (rows: readonly Grouped[], value: (row: Grouped) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
/** Without what adding up fractions leaves behind. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

const burdenOf = (rows: readonly Grouped[]): Burden => ({
  reports: sumOf(rows, ({ reports }) => reports),
  open: sumOf(rows, ({ open }) => open),
  pieces: sumOf(rows, ({ pieces }) => pieces),
  kg: rounded(
    sumOf(rows, ({ kg }) => kg),
    3,
  ),
  cost: rounded(
    sumOf(rows, ({ cost }) => cost),
    2,
  ),
})

function totalOf(rows: readonly Grouped[]): Reply['total'] {
  const closed = sumOf(rows, (row) => row.closed)
  return {
    ...burdenOf(rows),
    priced: sumOf(rows, ({ priced }) => priced),
    daysToClose: closed === 0 ? null : rounded(sumOf(rows, ({ days }) => days) / closed, 1),
  }
}

const named = new Set<NcrGrouping>(['crew', 'machine', 'project', 'process'])

/** Names of what others know; words and defects have theirs. */
async function withNames(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  by: NcrGrouping,
  rows: readonly Grouped[],
): Promise<readonly Grouped[]> {
  if (!named.has(by)) return rows
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]))
  const names = await groupNames(reads, plantId, orders, by as Named, ids)
  return rows.map((row) => ({ ...row, names: names.get(Number(row.key)) ?? null }))
}

/** Days from raising to closure, or to now. */
const daysOpen = (now: Date) =>
  sql`floor(extract(epoch from coalesce(n.closed_at, ${now}::timestamptz) - n.raised_at) / 86400)`

const keyOf = (by: NcrGrouping, now: Date) => {
  const { week, month, quarter } = ncrAgeDays
  const keys = {
    defect: sql`n.defect_id::text`,
    cause: sql`n.cause`,
    disposition: sql`n.disposition`,
    severity: sql`n.severity`,
    crew: sql`n.crew_id::text`,
    machine: sql`n.machine_id::text`,
    project: sql`n.project_id::text`,
    process: sql`i.process_id::text`,
    age: sql`case when ${daysOpen(now)} <= ${sql.lit(week)} then 'week' when ${daysOpen(now)} <= ${sql.lit(month)} then 'month'
      when ${daysOpen(now)} <= ${sql.lit(quarter)} then 'quarter' else 'older' end`,
  }
  return keys[by]
}

type Narrowed = Omit<Query, 'by' | 'measure'>

/** Reports `n` of what the query is narrowed to, whatever the day, for a plant `p` that is in the statement. */
const reportsIn = (plantId: number, query: Narrowed) =>
  allOf([
    sql`p.id = ${plantId} and n.plant_id = ${plantId} and ${madeBy(query, sql`n`)}`,
    query.projectId === undefined ? null : sql`n.project_id = ${query.projectId}`,
    ofProjects(query.projectIds ?? [], sql`n.project_id`),
    query.processId === undefined
      ? null
      : sql`exists (select from inspections f where f.id = n.inspection_id and f.process_id = ${query.processId})`,
  ])

export const ncrGroups = (plantId: number, query: Query, now: Date) => sql<Grouped>`
  with grouped as (
    select ${keyOf(query.by, now)} as key, count(*)::int as reports,
      (count(*) filter (where n.closed_at is null))::int as open, sum(n.pieces)::int as pieces, sum(n.kg) as kg,
      coalesce(sum(n.cost), 0) as cost, count(n.cost)::int as priced, count(n.closed_at)::int as closed,
      coalesce(sum(extract(epoch from n.closed_at - n.raised_at) / 86400), 0)::float8 as days
    from plants p, ncrs n left join inspections i on ${query.by === 'process' ? sql`i.id = n.inspection_id` : sql`false`}
    where ${reportsIn(plantId, query)} and n.status <> 'cancelled' and ${spanIn(query, sql`n.raised_at`)}
    group by 1
  )
  select g.*, d.names from grouped g
    left join defects d on ${query.by === 'defect' ? sql`d.id = g.key::bigint` : sql`false`}`

interface Month {
  readonly month: string
  readonly raised: number
  readonly closed: number
  readonly kg: number
  readonly cost: number
}

/** Raised with their weight and cost, and closed, by month of the plant. */
export const ncrMonths = (plantId: number, query: Narrowed) => sql<Month>`
  with moved as (
    select n.raised_at as at, 1 as raised, 0 as closed, n.kg, coalesce(n.cost, 0) as cost
    from plants p, ncrs n
    where ${reportsIn(plantId, query)} and n.status <> 'cancelled' and ${spanIn(query, sql`n.raised_at`)}
    union all
    select n.closed_at, 0, 1, 0, 0 from plants p, ncrs n
    where ${reportsIn(plantId, query)} and n.status = 'closed' and ${spanIn(query, sql`n.closed_at`)}
  )
  select to_char(m.at at time zone p.time_zone, 'YYYY-MM') as month, sum(raised)::int as raised,
    sum(closed)::int as closed, sum(kg) as kg, sum(cost) as cost
  from moved m, plants p where p.id = ${plantId} group by 1 order by 1`
