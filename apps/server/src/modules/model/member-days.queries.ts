import type { MemberDays } from '@cloud-factory/contract/model/models'
import { inColumns } from '@cloud-factory/domain/model/member-days'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { type RawBuilder, sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { uncounted } from '../orders/public.ts'
import { pieceStatusAfter, type Route, routesOf } from '../production/public.ts'
import { type DatedRoute, plannedChanges, type PlannedPiece, realChanges } from './member-days.rules.ts'

interface OrderRow {
  readonly id: number
  readonly model_id: number
  readonly today: string
}

interface DaysRow extends PlannedPiece {
  readonly position: number | null
  readonly kg: number
  readonly status: PieceStatus
  readonly route_id: number | null
  readonly released_on: number | null
  readonly report_days: number[] | null
  readonly report_steps: number[] | null
  readonly report_ends: boolean[] | null
  readonly site_days: number[] | null
  readonly site_kinds: string[] | null
  readonly stopped_on: number | null
}

/** Days since 1970-01-01, of a day or of an instant in the plant. */
const numberOf = (day: RawBuilder<unknown>) => sql`(${day} - date '1970-01-01')`
const localDay = (instant: RawBuilder<unknown>) =>
  numberOf(sql`(${instant} at time zone (select time_zone from plant))::date`)

/** The counted pieces of an order with all that happened to them and what is planned for them. */
export const daysOfPieces = (plantId: number, orderId: number, modelId: number) => sql<DaysRow>`
  with plant as materialized (select time_zone from plants where id = ${plantId}),
  worked as (select piece_id, array_agg(${numberOf(sql`day`)} order by day, step, id) as days,
      array_agg(step::int order by day, step, id) as steps, array_agg(finishes order by day, step, id) as ends
    from work_reports where order_id = ${orderId} and undone_at is null and not void group by piece_id),
  on_site as (select piece_id, array_agg(${localDay(sql`done_at`)} order by id) as days, array_agg(kind order by id) as kinds
    from site_reports where order_id = ${orderId} and undone_at is null group by piece_id),
  stopped as (select x.piece_id, max(${localDay(sql`n.raised_at`)}) as day from ncr_pieces x join ncrs n on n.id = x.ncr_id
    where x.order_id = ${orderId} and n.closed_at is null group by x.piece_id)
  select d.position, coalesce(p.net_kg, 0)::float8 as kg, p.status, m.route_id,
    greatest(${localDay(sql`o.released_at`)}, ${localDay(sql`p.created_at`)}) as released_on,
    w.days as report_days, w.steps as report_steps, w.ends as report_ends, s.days as site_days, s.kinds as site_kinds,
    case when p.status in ('ncr_open', 'rework') then coalesce(t.day, ${localDay(sql`p.updated_at`)}) end as stopped_on,
    ${numberOf(sql`b.issued_on`)} as "issuedOn", ${numberOf(sql`b.planned_start`)} as "startsOn",
    ${numberOf(sql`coalesce(b.planned_end, o.due_on)`)} as "endsOn", ${numberOf(sql`b.required_on_site`)} as "requiredOn",
    ${numberOf(sql`l.planned_on`)} as "erectsOn", j.transport_days as "transportDays"
  from pieces p join orders o on o.id = p.order_id join projects j on j.id = o.project_id join marks m on m.id = p.mark_id
    left join batches b on b.id = p.batch_id
    left join (erection_places e join erection_lots l on l.id = e.lot_id and l.order_id = ${orderId}) on e.piece_id = p.id
    left join model_members d on d.revision_id = ${modelId} and d.piece_id = p.id
    left join worked w on w.piece_id = p.id left join built_pieces bp on bp.piece_id = p.id
    left join on_site s on s.piece_id = coalesce(bp.root_id, p.id) left join stopped t on t.piece_id = p.id
  where p.plant_id = ${plantId} and p.order_id = ${orderId} and p.status <> all(${uncounted}::text[])
  order by d.position nulls last, p.id`

/** When the pieces of an order reached their states, and when they should; fails with `not_found` when it has no model in use. */
export async function memberDays(
  reads: Reads,
  plantId: number,
  orderId: string,
  now: Date,
): Promise<MemberDays> {
  const [order] = await readRows(
    reads,
    sql<OrderRow>`select o.id, r.id as model_id, ${today(plantId, now)}::text as today from orders o
      join model_revisions r on r.order_id = o.id and r.status = 'current'
      where o.plant_id = ${plantId} and o.id = ${orderId}`,
  )
  if (order === undefined) return fail('not_found')
  const rows = await readRows(reads, daysOfPieces(plantId, order.id, order.model_id))
  const routes = await routesOf(reads, [...new Set(rows.flatMap(({ route_id: id }) => id ?? []))])
  const dated = new Map([...routes].map(([id, route]) => [id, datedRoute(route)]))
  const routeOf = ({ route_id: id }: DaysRow) => dated.get(id ?? 0) ?? datedRoute([])
  return {
    revisionId: String(order.model_id),
    today: order.today,
    pieces: { members: rows.map(({ position }) => position), kg: rows.map(({ kg }) => kg) },
    real: inColumns(rows.map((row) => realChanges(recordOf(row), routeOf(row)))),
    planned: inColumns(rows.map((row) => plannedChanges(row, routeOf(row)))),
  }
}

const datedRoute = (route: Route): DatedRoute => ({
  statusAfter: (stepsDone, isBegun) => pieceStatusAfter(route, stepsDone, isBegun ? 0.5 : 0, true),
  workSteps: route.findLastIndex(({ kind }) => kind === 'work') + 1,
})

const recordOf = (row: DaysRow) => ({
  status: row.status,
  releasedOn: row.released_on,
  reports: (row.report_days ?? []).map((day, at) => ({
    day,
    step: row.report_steps?.[at] ?? 0,
    finishes: row.report_ends?.[at] === true,
  })),
  site: (row.site_days ?? []).map((day, at) => ({ day, kind: row.site_kinds?.[at] ?? '' })),
  stoppedOn: row.stopped_on,
})
