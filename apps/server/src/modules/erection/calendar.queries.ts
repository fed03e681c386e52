import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { CalendarDay, erectionApi } from '@cloud-factory/contract/erection/erection'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { uncounted } from '../orders/public.ts'

const counted = (pieces: number, kg: number) => ({ pieces, kg })

interface CalendarRow {
  readonly day: string
  readonly leave_pieces: number
  readonly leave_kg: number
  readonly shipped_pieces: number
  readonly shipped_kg: number
  readonly received_pieces: number
  readonly received_kg: number
  readonly planned_pieces: number
  readonly planned_kg: number
  readonly erected_pieces: number
  readonly erected_kg: number
  readonly lots: CalendarDay['lots']
}

/** Sums of `what` per day; `source` has day, pieces and kg. */
const perDay = (name: string, source: RawBuilder<unknown>) => sql`
  left join (select day, sum(pieces)::int as ${sql.ref(`${name}_pieces`)}, sum(kg) as ${sql.ref(`${name}_kg`)}
    from (${source}) found group by day) ${sql.ref(name)} on ${sql.ref(`${name}.day`)} = days.day`

const dayColumns = ['leave', 'shipped', 'received', 'planned', 'erected'].flatMap((name) => [
  sql`coalesce(${sql.ref(`${name}_pieces`)}, 0) as ${sql.ref(`${name}_pieces`)}`,
  sql`coalesce(${sql.ref(`${name}_kg`)}, 0) as ${sql.ref(`${name}_kg`)}`,
])

type Query = QueryOf<(typeof erectionApi)['GET /api/site-calendar']>

/** The day in the plant of an instant within the calendar, and the condition that it is. */
function dayIn(plantId: number, { from, days }: Query) {
  const zone = sql`(select time_zone from plants where id = ${plantId})`
  const begin = sql`(${from}::date::timestamp at time zone ${zone})`
  const end = sql`((${from}::date + ${days}::int)::timestamp at time zone ${zone})`
  return {
    of: (at: RawBuilder<unknown>) => sql`(${at} at time zone ${zone})::date as day`,
    within: (at: RawBuilder<unknown>) => sql`${at} >= ${begin} and ${at} < ${end}`,
  }
}

const ofProject = ({ projectId, orderId }: Query) =>
  allOf([
    projectId === undefined ? null : sql`o.project_id = ${projectId}`,
    orderId === undefined ? null : sql`o.id = ${orderId}`,
  ])

/** Pieces that left, arrived and were erected; what the site reported before the receipt was signed arrived then. */
function movesOf(plantId: number, query: Query) {
  const { of, within } = dayIn(plantId, query)
  const isShown = ofProject(query)
  const one = sql`1 as pieces, coalesce(p.net_kg, 0) as kg`
  const delivered = (at: RawBuilder<unknown>, isMeant: RawBuilder<unknown>) => sql`
    select ${of(at)}, ${one}
    from deliveries d join packages k on k.delivery_id = d.id join package_pieces pp on pp.package_id = k.id
      join pieces p on p.id = pp.piece_id join orders o on o.id = p.order_id
    where d.plant_id = ${plantId} and ${within(at)} and ${isShown} and ${isMeant}`
  const reported = (isMeant: RawBuilder<unknown>) => sql`
    select ${of(sql`r.done_at`)}, ${one}
    from site_reports r join pieces p on p.id = r.piece_id join orders o on o.id = p.order_id
    where r.plant_id = ${plantId} and ${within(sql`r.done_at`)} and ${isShown} and ${isMeant}`
  const isReceipt = sql`r.with_receipt and r.undone_at is null`
  const unreported = sql`p.status = 'received'
    and not exists (select from site_reports r where r.piece_id = p.id and ${isReceipt})`
  return {
    shipped: delivered(sql`d.sent_at`, sql`true`),
    received: sql`${delivered(sql`d.received_at`, unreported)} union all ${reported(isReceipt)}`,
    erected: reported(sql`r.is_current and r.kind = 'erected'`),
  }
}

export function calendarOf(plantId: number, query: Query) {
  const { from, days } = query
  const { shipped, received, erected } = movesOf(plantId, query)
  return sql<CalendarRow>`
    with planned as materialized (
      select l.id, l.code, l.planned_on, l.planned_on - j.transport_days as leave_on, o.id as order_id, o.no,
        count(p.id)::int as pieces, coalesce(sum(p.net_kg), 0) as kg
      from erection_lots l join orders o on o.id = l.order_id join projects j on j.id = o.project_id
        left join erection_places e on e.lot_id = l.id
        left join pieces p on p.id = e.piece_id and p.status <> all(${uncounted}::text[])
      where l.plant_id = ${plantId} and l.planned_on >= ${from}::date
        and l.planned_on < ${from}::date + ${days + 60}::int and ${ofProject(query)}
      group by l.id, o.id, j.id
    )
    select days.day, ${sql.join(dayColumns)}, coalesce(l.lots, '[]') as lots
    from (select (${from}::date + n) as day from generate_series(0, ${days}::int - 1) n) days
      ${perDay('leave', sql`select leave_on as day, pieces, kg from planned`)}
      ${perDay('planned', sql`select planned_on as day, pieces, kg from planned`)}
      ${perDay('shipped', shipped)} ${perDay('received', received)} ${perDay('erected', erected)}
      left join (select planned_on as day, jsonb_agg(jsonb_build_object('id', id::text, 'code', code, 'order',
          jsonb_build_object('id', order_id::text, 'no', no)) order by no, code) as lots from planned group by 1) l
        on l.day = days.day
    order by days.day`
}

/** Day by day, what shipping and erection plan and have done. */
export async function siteCalendar(
  reads: Reads,
  plantId: number,
  query: Query,
): Promise<{ items: CalendarDay[] }> {
  const rows = await readRows(reads, calendarOf(plantId, query))
  return {
    items: rows.map((row) => ({
      day: row.day,
      leave: counted(row.leave_pieces, row.leave_kg),
      shipped: counted(row.shipped_pieces, row.shipped_kg),
      received: counted(row.received_pieces, row.received_kg),
      planned: counted(row.planned_pieces, row.planned_kg),
      erected: counted(row.erected_pieces, row.erected_kg),
      lots: row.lots,
    })),
  }
}
