import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { shareOf } from './weld.rules.ts'
import { ndtProcess } from './welds.store.ts'

type Api = typeof ndtApi
type DueApi = Api['GET /api/ndt/due']
type RateApi = Api['GET /api/ndt/repair-rate']

/** Marks asked for that stand before the test. */
const waitingMarks = 500
/** Welds of a mark put on one request. */
const weldsAtOnce = 500

interface DueRow {
  readonly order_id: number
  readonly order_no: string
  readonly mark_id: number
  readonly mark: string
  readonly pieces: number
  readonly piece_ids: number[]
  readonly weld_ids: number[]
  readonly demand_mm: number
}

/** Welds that the plan requires to be tested and that are on no open request, by mark. */
export async function listDue(
  reads: Reads,
  actor: Actor,
  orders: OrdersPort,
  query: QueryOf<DueApi>,
): Promise<ReplyOf<DueApi>> {
  const where = dueWhere(actor.plantId, query)
  const [rows, counted, waiting] = await Promise.all([
    readRows(reads, dueOf(where, query)),
    readRows(
      reads,
      countOf(sql`(select distinct order_id, mark_id from welds where ${where}) marks`, sql`true`),
    ),
    orders.waiting(reads, actor.plantId, waitingMarks),
  ])
  const atGate = waiting.filter(({ processCode }) => processCode === ndtProcess)
  const due = new Set(atGate.flatMap(({ pieceIds }) => pieceIds))
  const items = rows.map((row) => ({
    id: String(row.mark_id),
    order: { id: String(row.order_id), no: row.order_no },
    mark: row.mark,
    waiting: row.piece_ids.filter((id) => due.has(id)).length,
    pieces: row.pieces,
    weldIds: row.weld_ids.map(String),
    demandMm: row.demand_mm,
  }))
  return { items, total: counted[0]?.total ?? 0 }
}

export function dueWhere(plantId: number, { orderId, q }: QueryOf<DueApi>): RawBuilder<unknown> {
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    // Inlined, not bound: the planner must see that it matches the index of welds to test.
    sql`state in ('due', 'partly', 'repaired')`,
    sql`not exists (select from ndt_request_welds l where l.weld_id = welds.id and not l.closed)`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

export function dueOf(where: RawBuilder<unknown>, query: QueryOf<DueApi>) {
  const order = query.sort === '-orderNo' ? sql`order_no desc, mark_id desc` : sql`order_no, mark_id`
  return sql<DueRow>`
    select order_id, order_no, mark_id, min(mark) as mark, count(distinct piece_id)::int as pieces,
      array_agg(distinct piece_id) as piece_ids,
      (array_agg(id order by id))[1:${sql.lit(weldsAtOnce)}] as weld_ids,
      sum(greatest(demand_mm - tested_mm, 0))::int as demand_mm
    from welds where ${where} group by order_id, order_no, mark_id order by ${order} ${limitOf(query)}`
}

interface RatedRow {
  readonly joints: number
  readonly failed: number
  readonly tested_mm: number
  readonly defect_mm: number
}

/** First tests of welds in days of the plant, added up. */
export function ratedWelds(plantId: number, { from, to, orderId, welderId }: QueryOf<RateApi>) {
  // The days become instants, so that the index by time finds them.
  const begins = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone p.time_zone`
  return sql<RatedRow>`
    select count(*)::int as joints, (count(*) filter (where r.verdict = 'fail'))::int as failed,
      coalesce(sum(r.tested_mm), 0) as tested_mm,
      coalesce(sum(least(r.defect_mm, r.tested_mm)) filter (where r.verdict = 'fail'), 0) as defect_mm
    from plants p join ndt_results r on r.plant_id = p.id and r.undone_at is null and r.first
      join welds w on w.id = r.weld_id
    where ${allOf([
      sql`p.id = ${plantId}`,
      from === undefined ? null : sql`r.tested_at >= ${begins(sql`${from}::date`)}`,
      to === undefined ? null : sql`r.tested_at < ${begins(sql`${to}::date + 1`)}`,
      orderId === undefined ? null : sql`w.order_id = ${orderId}`,
      welderId === undefined
        ? null
        : sql`exists (select from weld_welders n where n.weld_id = w.id and n.welder_id = ${welderId})`,
    ])}`
}

/** Rejected share of the first test of each weld, by joints and by length. */
export async function repairRateOf(
  reads: Reads,
  actor: Actor,
  query: QueryOf<RateApi>,
): Promise<ReplyOf<RateApi>> {
  const [row] = await readRows(reads, ratedWelds(actor.plantId, query))
  const { joints = 0, failed = 0, tested_mm: tested = 0, defect_mm: defect = 0 } = row ?? {}
  return {
    joints: { tested: joints, rejected: failed, percent: shareOf(failed, joints) },
    length: { tested, rejected: defect, percent: shareOf(defect, tested) },
  }
}
