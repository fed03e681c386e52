import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { Breakdown } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { groupNames } from './group-names.ts'
import { checkSpan, madeBy, inspectionsIn } from './statistics-scope.ts'
import { firstPassYield } from './yield.rules.ts'

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
