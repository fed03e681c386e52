import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { ProductionLotRow, productionApi } from '@cloud-factory/contract/production/production'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import { requireOrder } from '../orders/public.ts'
import { canChangeLots } from './production.policy.ts'
import type { Tables } from '../../platform/db/schema.ts'

type ListApi = (typeof productionApi)['GET /api/orders/:id/production-lots']
const sorts = bothWays({ no: ['no'] })

interface LotReadRow extends Selectable<Tables['batches']> {
  readonly order_status: OrderStatus
  readonly workshop: string | null
  readonly pieces: number
  readonly weight_kg: number
  readonly progress: number
  readonly started_on: string | null
  readonly finished_on: string | null
}

/** Production lots of an order; fails with `not_found` when the plant has no such order. */
export async function listProductionLots(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const q = query.q ?? ''
  const where = allOf([
    sql`batches.order_id = ${orderId} and batches.plant_id = ${actor.plantId}`,
    q === ''
      ? null
      : sql`lower(batches.no || ' ' || batches.name) like '%' || ${prefixPattern(q.toLowerCase())}`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, lotsOf(where, sorts[query.sort ?? 'no'], query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from batches where ${where}`),
    requireOrder(reads, actor.plantId, orderId),
  ])
  return { items: rows.map((row) => lotView(row, actor)), total: counted[0]?.total ?? 0 }
}

export async function oneProductionLot(reads: Reads, actor: Actor, id: string): Promise<ProductionLotRow> {
  const where = sql`batches.id = ${id} and batches.plant_id = ${actor.plantId}`
  const rows = await readRows(reads, lotsOf(where, sorts.no, { pageSize: 1 }))
  const row = rows[0]
  return row === undefined ? fail('not_found') : lotView(row, actor)
}

/** A lot has a few hundred to a few thousand pieces. They are summed by state of their route, then weighted. */
function lotsOf(where: RawBuilder<unknown>, order: RawBuilder<unknown>, query: PageQuery) {
  return sql<LotReadRow>`
    with page as (select * from batches where ${where} order by ${order} ${limitOf(query)})
    select page.*, o.status as order_status, w.name as workshop, s.pieces, s.weight_kg, s.progress, d.started_on,
      case when s.progress = 1 then d.finished_on end as finished_on
    from page join orders o on o.id = page.order_id left join workshops w on w.id = page.workshop_id
      cross join lateral (
        select coalesce(sum(g.pieces), 0)::int as pieces, coalesce(sum(g.kg), 0) as weight_kg,
          coalesce(round(sum(g.kg * r.done + g.part_kg * r.next) / nullif(sum(g.kg), 0), 6), 0) as progress
        from (
          select m.route_id, p.steps_done, count(*) as pieces, coalesce(sum(p.net_kg), 0) as kg,
            coalesce(sum(p.net_kg * p.step_part), 0) as part_kg
          from pieces p join marks m on m.id = p.mark_id
          where p.batch_id = page.id and p.status not in ('scrapped', 'superseded') group by 1, 2
        ) g cross join lateral (
          select coalesce(sum(share) filter (where position < g.steps_done), 0) as done,
            coalesce(sum(share) filter (where position = g.steps_done), 0) as next
          from (select rs.position, case when sum(coalesce(pw.weight, 0)) over () > 0
              then coalesce(pw.weight, 0) / sum(coalesce(pw.weight, 0)) over () else 1.0 / count(*) over () end as share
            from route_steps rs left join project_weights pw
              on pw.project_id = o.project_id and pw.process_id = rs.process_id
            where rs.route_id = g.route_id) shares
        ) r
      ) s
      cross join lateral (
        select min(r.day) as started_on, max(r.day) as finished_on from pieces p join work_reports r on r.piece_id = p.id
        where p.batch_id = page.id and r.undone_at is null and not r.void
      ) d
    order by ${order}`
}

function lotView(row: LotReadRow, { tags }: Actor): ProductionLotRow {
  const allowed = canChangeLots(tags, row.order_status)
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    no: row.no,
    name: row.name,
    workshopId: row.workshop_id === null ? null : String(row.workshop_id),
    workshop: row.workshop,
    issuedOn: row.issued_on,
    plannedStart: row.planned_start,
    plannedEnd: row.planned_end,
    requiredOnSite: row.required_on_site,
    pieces: row.pieces,
    weightKg: row.weight_kg,
    progress: row.progress,
    startedOn: row.started_on,
    finishedOn: row.finished_on,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: { edit: allowed, delete: allowed, assign: allowed },
  }
}

/** A production lot that the site needs, not all of which has been shipped. */
interface LotForSite {
  readonly id: number
  readonly no: string
  readonly orderNo: string
  readonly project: string
  readonly requiredOn: string
  readonly kg: number
  readonly shippedKg: number
}

/** Lots with a day on which the site needs them that are not shipped yet as a whole, the earliest day first. */
export const lotsForSite = (
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
): Promise<LotForSite[]> => {
  const where = allOf([
    sql`b.plant_id = ${plantId}`,
    sql`b.required_on_site is not null`,
    sql`o.status in ('released', 'in_production', 'on_hold', 'completed')`,
    projectIds.length === 0 ? null : sql`o.project_id = any(${projectIds.map(Number)}::bigint[])`,
  ])
  return readRows(
    reads,
    sql<LotForSite>`select b.id, b.no, o.no as "orderNo", j.name as project, b.required_on_site as "requiredOn",
        s.kg, s.shipped_kg as "shippedKg"
      from batches b join orders o on o.id = b.order_id join projects j on j.id = o.project_id
        cross join lateral (
          select coalesce(sum(p.net_kg), 0) as kg,
            coalesce(sum(p.net_kg) filter (where p.status in ('shipped', 'received')), 0) as shipped_kg
          from pieces p where p.batch_id = b.id and p.status not in ('scrapped', 'superseded')) s
      where ${where} and s.kg > s.shipped_kg order by b.required_on_site, b.id limit 200`,
  )
}
