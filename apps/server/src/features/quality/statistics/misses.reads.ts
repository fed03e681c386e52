import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/processes'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { checkSpan, inspectionsIn, type Scope } from './statistics-scope.ts'
import { pareto } from './yield.rules.ts'

type MissReply = ReplyOf<(typeof qualityStatisticsApi)['GET /api/quality/misses']>

/** Bars of a Pareto diagram at most; what is beyond them counts in the whole. */
const mostBars = 100

interface Counted {
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
    bars: bars.slice(0, mostBars).map(({ of, value, cumulative }) => ({
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

/** Counted per item of an inspection first: far fewer rows carry names into the second step. */
export const countedItems = (plantId: number, scope: Scope) => sql<Counted>`
  with counted as (
    select r.item_id, count(*) as readings, count(*) filter (where not r.inside) as outside
    from plants p, inspections i join readings r on r.inspection_id = i.id
    where ${inspectionsIn(plantId, scope, sql`i.judged_at`)}
    group by r.item_id
  )
  select x.item_id, (array_agg(x.names order by x.id desc))[1] as names, max(x.clause) as clause,
    sum(c.readings)::int as readings, sum(c.outside)::int as outside
  from counted c join inspection_items x on x.id = c.item_id
  group by x.item_id, case when x.item_id is null then x.names ->> 'zh' end`
