import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Departure, erectionApi } from '@cloud-factory/contract/erection/erection'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, limitOf } from '../../platform/db/list-page.ts'
import { uncounted } from '../orders/public.ts'
import { loadCan } from './erection.policy.ts'
import { isMade } from './erection.queries.ts'

type Api = typeof erectionApi

interface DepartureRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly area: string
  readonly order_id: number
  readonly order_no: string
  readonly order_name: string
  readonly project_id: number
  readonly project_name: string
  readonly planned_on: string
  readonly leave_on: string
  readonly is_late: boolean
  readonly open_pieces: number
  readonly open_kg: number
  readonly unmade_pieces: number
  readonly unmade_kg: number
  readonly made_pieces: number
  readonly made_kg: number
  readonly packed_pieces: number
  readonly packed_kg: number
  readonly closed_packages: number
  readonly total: number
}

const sums = (name: string, where: RawBuilder<unknown>) => sql`
  count(*) filter (where ${where})::int as ${sql.ref(`${name}_pieces`)},
  coalesce(sum(p.net_kg) filter (where ${where}), 0) as ${sql.ref(`${name}_kg`)}`

const isPacked = sql`k.id is not null`

/** What of a lot is still in the factory. */
const openOfLot = sql`
  select ${sums('open', sql`true`)}, ${sums('unmade', sql`not coalesce(${isMade}, false) and k.id is null`)},
    ${sums('made', sql`coalesce(${isMade}, false) and k.id is null`)}, ${sums('packed', isPacked)},
    count(distinct k.id) filter (where k.status = 'closed' and k.delivery_id is null)::int as closed_packages
  from erection_places e join pieces p on p.id = e.piece_id
    left join processes next on next.id = p.next_process_id
    left join package_pieces pp on pp.piece_id = p.id left join packages k on k.id = pp.package_id
  where e.lot_id = l.id and p.status <> all(${[...uncounted, 'shipped', 'received']}::text[])`

export const departuresOf = (
  { plantId, now }: { readonly plantId: number; readonly now: Date },
  query: QueryOf<Api['GET /api/departures']>,
) => {
  const { days = 7, projectId, orderId, q } = query
  const where = allOf([
    // The journey takes at most sixty days, so the index on the day bounds the lots.
    sql`l.plant_id = ${plantId} and l.planned_on <= ${today(plantId, now)} + ${days + 60}::int
      and l.planned_on - j.transport_days <= ${today(plantId, now)} + ${days}::int`,
    sql`o.status in ('released', 'in_production', 'completed', 'on_hold')`,
    projectId === undefined ? null : sql`o.project_id = ${projectId}`,
    orderId === undefined ? null : sql`o.id = ${orderId}`,
    q === undefined || q === ''
      ? null
      : sql`strpos(lower(l.code || ' ' || l.name || ' ' || o.no), ${q.toLowerCase()}) > 0`,
  ])
  const direction = query.sort === '-leaveOn' ? sql`desc` : sql``
  return sql<DepartureRow>`
    select l.id, l.code, l.name, l.area, o.id as order_id, o.no as order_no, o.name as order_name,
      j.id as project_id, j.name as project_name, l.planned_on, l.planned_on - j.transport_days as leave_on,
      l.planned_on - j.transport_days < ${today(plantId, now)} as is_late, c.*, count(*) over ()::int as total
    from erection_lots l join orders o on o.id = l.order_id join projects j on j.id = o.project_id
      cross join lateral (${openOfLot}) c
    where ${where} and c.open_pieces > 0
    order by leave_on ${direction}, o.no, l.position, l.id ${limitOf(query)}`
}

const countView = (pieces: number, kg: number) => ({ pieces, kg })

const departureView = (row: DepartureRow, { tags }: Actor): Departure => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  area: row.area,
  order: { id: String(row.order_id), no: row.order_no, name: row.order_name },
  project: { id: String(row.project_id), name: row.project_name },
  leaveOn: row.leave_on,
  plannedOn: row.planned_on,
  isLate: row.is_late,
  open: countView(row.open_pieces, row.open_kg),
  unmade: countView(row.unmade_pieces, row.unmade_kg),
  made: countView(row.made_pieces, row.made_kg),
  packed: countView(row.packed_pieces, row.packed_kg),
  can: loadCan(tags, { made: row.made_pieces, closedPackages: row.closed_packages }),
})

/** Lots with pieces that must leave the factory until a day; late ones come first. */
export async function listDepartures(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/departures']>,
  now: Date,
): Promise<ReplyOf<Api['GET /api/departures']>> {
  const rows = await readRows(reads, departuresOf({ plantId: actor.plantId, now }, query))
  return { items: rows.map((row) => departureView(row, actor)), total: rows[0]?.total ?? 0 }
}
