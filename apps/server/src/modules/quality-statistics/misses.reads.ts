import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { checkSpan, madeBy, inspectionsIn, type Scope } from './statistics-scope.ts'
import { pareto } from './yield.rules.ts'

type MissReply = ReplyOf<(typeof qualityStatisticsApi)['GET /api/quality/misses']>

/** Bars of a Pareto diagram at most; what is beyond them counts in the whole. */
const maxBars = 100

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
export const countedItems = (plantId: number, scope: Scope) => sql<Counted>`
  with counted as (
    select s.standard_item_id, s.label, max(s.item_id) as newest, sum(s.readings) as readings, sum(s.outside) as outside
    from plants p, inspections i join reading_sums s on s.inspection_id = i.id
    where ${inspectionsIn(plantId, scope, sql`i.judged_at`)} and ${madeBy(scope, sql`s`)}
    group by s.standard_item_id, s.label
  )
  select c.standard_item_id as item_id, x.names, x.clause, c.readings::int as readings, c.outside::int as outside
  from counted c join inspection_items x on x.id = c.newest`
