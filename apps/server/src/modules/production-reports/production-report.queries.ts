import { daysBetween } from '@cloud-factory/domain/numbers/civil-days'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import {
  maxReportDays,
  maxReportRows,
  type ProductionReport,
  type ProductionRow,
  type productionReportsApi,
} from '@cloud-factory/contract/production-reports/production-reports'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { allOf } from '../../platform/db/list-page.ts'

/** What is wrong with a span of days, both ends included; null when nothing is. */
export function spanFault(
  from: string,
  to: string,
  maxDays: number,
): 'before_start' | 'report.too_long' | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return 'before_start'
  return days > maxDays ? 'report.too_long' : null
}

type ReportScope = QueryOf<(typeof productionReportsApi)['GET /api/reports/production']> & {
  /** Only of these projects; empty or left out: of all. */
  readonly projectIds?: readonly string[] | undefined
}

/** Columns that make up a period. */
const periods: Readonly<
  Record<ReportScope['per'], { period: RawBuilder<string>; shift: RawBuilder<number | null> }>
> = {
  day: { period: sql`w.day::text`, shift: sql`null::bigint` },
  shift: { period: sql`w.day::text`, shift: sql`w.shift_id` },
  month: { period: sql`to_char(w.day, 'YYYY-MM')`, shift: sql`null::bigint` },
}

/** Column and names of a group. */
const groups: Readonly<
  Record<ReportScope['group'], { id: RawBuilder<number | null>; name: RawBuilder<unknown> }>
> = {
  none: { id: sql`null::bigint`, name: sql`null::text` },
  workshop: { id: sql`w.workshop_id`, name: sql`(select name from workshops where id = f.group_id)` },
  crew: { id: sql`w.crew_id`, name: sql`(select name from crews where id = f.group_id)` },
  project: {
    id: sql`w.project_id`,
    name: sql`(select code || ' ' || name from projects where id = f.group_id)`,
  },
}

interface Figures {
  readonly kg: number
  readonly pieces: number
  readonly hours: number
  readonly void_kg: number
}
interface FiguresRow extends Figures {
  readonly period: string
  readonly shift_id: number | null
  readonly group_id: number | null
  readonly group_name: string | null
  readonly process_id: number
}

const figures = sql`
  coalesce(sum(kg) filter (where not void), 0) as kg,
  count(*) filter (where finishes and not void) as pieces,
  coalesce(sum(hours), 0) as hours,
  coalesce(sum(kg) filter (where void), 0) as void_kg`

/** Work that was not taken back, of a span of working days. */
function reportedWork(plantId: number, scope: ReportScope): RawBuilder<unknown> {
  const { processId, projectId, orderId, workshopId, crewId, projectIds = [] } = scope
  const only = (column: RawBuilder<unknown>, id: string | undefined) =>
    id === undefined ? null : sql`${column} = ${Number(id)}`
  return allOf([
    sql`w.plant_id = ${plantId} and w.undone_at is null and w.day between ${scope.from} and ${scope.to}`,
    only(sql`w.process_id`, processId),
    only(sql`w.project_id`, projectId),
    only(sql`w.order_id`, orderId),
    only(sql`w.workshop_id`, workshopId),
    only(sql`w.crew_id`, crewId),
    projectIds.length === 0 ? null : sql`w.project_id = any(${projectIds.map(Number)}::bigint[])`,
  ])
}

/** Sums by period, shift, group and process. */
export function reportRows(plantId: number, scope: ReportScope): RawBuilder<FiguresRow> {
  const { period, shift } = periods[scope.per]
  const group = groups[scope.group]
  return sql<FiguresRow>`
    select f.*, ${group.name} as group_name from (
      select ${period} as period, ${shift} as shift_id, ${group.id} as group_id, w.process_id, ${figures}
      from work_reports w where ${reportedWork(plantId, scope)} group by 1, 2, 3, 4
      limit ${maxReportRows + 1}
    ) f join processes p on p.id = f.process_id left join shifts s on s.id = f.shift_id
    order by f.period, s.starts_at nulls last, f.shift_id, group_name nulls last, f.group_id, p.position, p.id`
}

/** Output of the factory by period and process; rejects a span or a number of rows that nobody reads. */
export async function productionReport(
  reads: Reads,
  plantId: number,
  scope: ReportScope,
  now: Date,
): Promise<ProductionReport> {
  const fault = spanFault(scope.from, scope.to, maxReportDays)
  if (fault === 'before_start') fail('request.invalid', { errors: [{ path: 'query.to', reason: fault }] })
  if (fault !== null) reject(fault, { most: maxReportDays })
  const rows = await readRows(reads, reportRows(plantId, scope))
  if (rows.length > maxReportRows) {
    reject('report.too_many', { most: maxReportRows })
  }
  const views = rows.map(viewOf)
  return { rows: views, totals: totalsOf(views), at: now.toISOString() }
}

function viewOf({ period, shift_id, group_id, group_name, process_id, ...row }: FiguresRow): ProductionRow {
  return {
    period,
    shiftId: shift_id === null ? null : String(shift_id),
    group: group_id === null ? null : { id: String(group_id), name: group_name ?? '' },
    processId: String(process_id),
    kg: row.kg,
    pieces: row.pieces,
    hours: row.hours,
    voidKg: row.void_kg,
  }
}

/** Exact sums: in thousandths of a kilogram, hundredths of an hour. */
function totalsOf(rows: readonly ProductionRow[]): ProductionReport['totals'] {
  const sums = new Map<string, { kg: number; pieces: number; hours: number; voidKg: number }>()
  for (const { processId, kg, pieces, hours, voidKg } of rows) {
    const sum = sums.get(processId) ?? { kg: 0, pieces: 0, hours: 0, voidKg: 0 }
    sum.kg += Math.round(kg * 1000)
    sum.pieces += pieces
    sum.hours += Math.round(hours * 100)
    sum.voidKg += Math.round(voidKg * 1000)
    sums.set(processId, sum)
  }
  return [...sums].map(([processId, { kg, pieces, hours, voidKg }]) => ({
    processId,
    kg: kg / 1000,
    pieces,
    hours: hours / 100,
    voidKg: voidKg / 1000,
  }))
}

/** Course of a span of working days: kilograms that count, by ten minutes in which the work was done; ms since 1970. */
export const outputCourse = (
  reads: Reads,
  plantId: number,
  scope: Pick<ReportScope, 'from' | 'to' | 'processId' | 'projectIds'>,
): Promise<{ at: number; kg: number }[]> =>
  readRows(
    reads,
    sql<{ at: number; kg: number }>`
      select (floor(extract(epoch from w.done_at) / 600) * 600000)::float8 as at, sum(w.kg) as kg
      from work_reports w where ${reportedWork(plantId, { ...scope, per: 'day', group: 'none' })} and not w.void
      group by 1 order by 1`,
  )
