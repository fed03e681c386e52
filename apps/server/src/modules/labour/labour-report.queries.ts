import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { LabourReport, labourApi } from '@cloud-factory/contract/labour/labour'
import { maxReportDays, maxReportRows } from '@cloud-factory/contract/production-reports/production-reports'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../platform/db/list-page.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { spanFault } from '../production-reports/public.ts'

type LabourQuery = QueryOf<(typeof labourApi)['GET /api/labour']>

/**
 * Standard hours `s` of a piece of this weight at a process. The weight of a report's piece is that of its own share, so
 * that a later revision does not change what was earned.
 */
export const standardFor = (process: RawBuilder<unknown>, pieceKg: RawBuilder<unknown>) =>
  sql`left join standard_hours s on s.process_id = ${process} and s.active and ${pieceKg} >= s.from_kg
    and (s.to_kg is null or ${pieceKg} < s.to_kg)`

/** Hours of the standard for so many pieces, or shares of one, of this weight in all. */
export const standardHoursOf = (pieces: RawBuilder<unknown>, kg: RawBuilder<unknown>) =>
  sql`case s.basis when 'tonne' then ${kg} * s.hours / 1000 when 'piece' then ${pieces} * s.hours end`

/** Column and name of a group. */
const groups: Readonly<Record<LabourQuery['group'], { id: RawBuilder<unknown>; name: RawBuilder<unknown> }>> =
  {
    none: { id: sql`null::text`, name: sql`null::text` },
    order: { id: sql`w.order_id::text`, name: sql`(select no from orders where id = f.group_id::bigint)` },
    crew: { id: sql`w.crew_id::text`, name: sql`(select name from crews where id = f.group_id::bigint)` },
    month: { id: sql`to_char(w.day, 'YYYY-MM')`, name: sql`f.group_id` },
  }

interface HoursReadRow {
  readonly group_id: string | null
  readonly group_name: string | null
  readonly process_id: number
  readonly kg: number
  readonly pieces: number
  readonly hours: number
  readonly earned: number
  readonly compared_hours: number
  readonly compared_earned: number
  readonly without_standard_kg: number
  readonly without_hours_kg: number
}

/** Work of the factory's own people: suppliers are paid by their subcontracts. */
export const ownWork = sql`w.source <> 'subcontract'`

/** Sums by group and process; work that was undone does not count, and that on scrapped pieces earns nothing. */
export function labourRows(plantId: number, query: LabourQuery): RawBuilder<HoursReadRow> {
  const group = groups[query.group]
  const only = (column: RawBuilder<unknown>, id: string | undefined) =>
    id === undefined ? null : sql`${column} = ${Number(id)}`
  const where = allOf([
    ownWork,
    sql`w.plant_id = ${plantId} and w.undone_at is null and w.day between ${query.from} and ${query.to}`,
    only(sql`w.order_id`, query.orderId),
    only(sql`w.project_id`, query.projectId),
    only(sql`w.crew_id`, query.crewId),
  ])
  return sql<HoursReadRow>`
    select f.*, ${group.name} as group_name from (
      select ${group.id} as group_id, w.process_id,
        coalesce(sum(w.kg) filter (where not void), 0) as kg,
        count(*) filter (where finishes and not void) as pieces,
        coalesce(sum(w.hours), 0) as hours,
        coalesce(sum(e.earned), 0) as earned,
        coalesce(sum(w.hours) filter (where s.id is not null), 0) as compared_hours,
        coalesce(sum(e.earned) filter (where w.hours is not null), 0) as compared_earned,
        coalesce(sum(w.kg) filter (where not void and s.id is null), 0) as without_standard_kg,
        coalesce(sum(w.kg) filter (where not void and w.hours is null), 0) as without_hours_kg
      from work_reports w ${standardFor(sql`w.process_id`, sql`w.kg / w.part`)}
        cross join lateral (select case when not void then ${standardHoursOf(sql`w.part`, sql`w.kg`)} end as earned) e
      where ${where} group by 1, 2 limit ${maxReportRows + 1}
    ) f join processes p on p.id = f.process_id
    order by group_name nulls last, f.group_id, p.position, p.id`
}

interface ExpectedReadRow {
  readonly process_id: number
  readonly hours: number
  readonly kg: number
  readonly without_standard_kg: number
}

/** Standard hours of all pieces of an order, done or not, by the processes of their routes. */
const expectedRows = (plantId: number, orderId: string) => sql<ExpectedReadRow>`
  select t.process_id, coalesce(sum(${standardHoursOf(sql`c.pieces`, sql`c.pieces * c.net_kg`)}), 0) as hours,
    sum(c.pieces * c.net_kg) as kg, coalesce(sum(c.pieces * c.net_kg) filter (where s.id is null), 0) as without_standard_kg
  from (
    select mark_id, coalesce(net_kg, 0) as net_kg, count(*) as pieces from pieces
    where order_id = ${orderId} and plant_id = ${plantId} and status not in ('scrapped', 'superseded') group by 1, 2
  ) c join marks m on m.id = c.mark_id join route_steps t on t.route_id = m.route_id
    join processes p on p.id = t.process_id ${standardFor(sql`t.process_id`, sql`c.net_kg`)}
  where p.kind = 'work' group by t.process_id, p.position order by p.position, t.process_id`

/** Labour by process and group; rejects a span or a number of rows that nobody reads. */
export async function labourReport(reads: Reads, plantId: number, query: LabourQuery): Promise<LabourReport> {
  const fault = spanFault(query.from, query.to, maxReportDays)
  if (fault === 'before_start') fail('request.invalid', { errors: [{ path: 'query.to', reason: fault }] })
  if (fault !== null) reject(fault, { most: maxReportDays })
  const [rows, order] = await Promise.all([
    readRows(reads, labourRows(plantId, query)),
    query.orderId === undefined ? null : expectedOf(reads, plantId, query.orderId),
  ])
  if (rows.length > maxReportRows) reject('report.too_many', { most: maxReportRows })
  return {
    rows: rows.map((row) => ({
      group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
      processId: String(row.process_id),
      kg: row.kg,
      pieces: row.pieces,
      hours: row.hours,
      earned: row.earned,
      comparedHours: row.compared_hours,
      comparedEarned: row.compared_earned,
      withoutStandardKg: row.without_standard_kg,
      withoutHoursKg: row.without_hours_kg,
    })),
    order,
  }
}

async function expectedOf(reads: Reads, plantId: number, id: string): Promise<LabourReport['order']> {
  const [orders, rows] = await Promise.all([
    readRows(reads, sql<{ no: string }>`select no from orders where plant_id = ${plantId} and id = ${id}`),
    readRows(reads, expectedRows(plantId, id)),
  ])
  const { no } = orders[0] ?? fail('not_found')
  const expected = rows.map(({ process_id, hours, kg, without_standard_kg }) => ({
    processId: String(process_id),
    hours,
    kg,
    withoutStandardKg: without_standard_kg,
  }))
  return { id, no, expected }
}
