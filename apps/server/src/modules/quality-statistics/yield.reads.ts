import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { inspectionStages, type InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { checkSpan, madeBy, inspectionsIn, type Scope } from './statistics-scope.ts'
import { firstPassYield, rolledYield } from './yield.rules.ts'

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
