import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { workApi } from '@cloud-factory/contract/production/work'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { HoldRow, productionApi } from '@cloud-factory/contract/production/production'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { requireOrder, runningStatuses } from '../orders/public.ts'
import type { Tables } from '../../platform/db/schema.ts'

type MatrixApi = (typeof workApi)['GET /api/orders/:id/matrix']

const usualLimit = 1000

interface MatrixRow {
  readonly id: number
  readonly serial: string
  readonly mark: string
  readonly route_id: number | null
  readonly status: PieceStatus
  readonly holds: number
  readonly steps_done: number
  readonly step_part: number
}

/** Pieces by process, sorted by serial, starting at a serial; fails when the plant has no such order. */
export async function pieceMatrix(
  reads: Reads,
  plantId: number,
  orderId: string,
  query: QueryOf<MatrixApi>,
): Promise<ReplyOf<MatrixApi>> {
  const limit = query.limit ?? usualLimit
  const q = query.q ?? ''
  const matching = allOf([
    sql`p.order_id = ${orderId} and p.plant_id = ${plantId}`,
    q === ''
      ? null
      : sql`(p.serial like ${prefixPattern(q)} or p.serial like ${prefixPattern(q.toUpperCase())})`,
  ])
  const [rows, counted, routes] = await Promise.all([
    readRows(reads, matrixPage(matching, query.after, limit + 1)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from pieces p where ${matching}`),
    readRows(
      reads,
      sql<{ id: number; process_ids: string[] }>`
        select route_id as id, array_agg(process_id::text order by position) as process_ids from route_steps
        where route_id in (select route_id from marks where order_id = ${orderId}) group by route_id order by route_id`,
    ),
    requireOrder(reads, plantId, orderId),
  ])
  const page = rows.slice(0, limit)
  return {
    routes: routes.map(({ id, process_ids: processIds }) => ({ id: String(id), processIds })),
    items: page.map(cellsOf),
    total: counted[0]?.total ?? 0,
    next: rows.length > limit ? (page.at(-1)?.serial ?? null) : null,
  }
}

export function matrixPage(matching: ReturnType<typeof allOf>, after: string | undefined, limit: number) {
  const where = allOf([matching, after === undefined ? null : sql`p.serial > ${after}`])
  return sql<MatrixRow>`
    select p.id, p.serial, m.mark, m.route_id, p.status, p.holds, p.steps_done, p.step_part
    from (select * from pieces p where ${where} order by p.serial limit ${limit}) p join marks m on m.id = p.mark_id
    order by p.serial`
}

const cellsOf = (row: MatrixRow) => ({
  id: String(row.id),
  serial: row.serial,
  mark: row.mark,
  routeId: row.route_id === null ? null : String(row.route_id),
  status: row.status,
  held: row.holds > 0,
  stepsDone: row.steps_done,
  stepPart: row.step_part,
})

/** Work waiting before a process. */
interface WaitingWork {
  readonly processId: number
  readonly pieces: number
  readonly kg: number
  /** Median number of days since the pieces last moved. */
  readonly days: number
}

/**
 * Pieces of running orders by the process that they wait for. The waiting time counts from the last change of a piece, which is the report of the
 * previous step. Empty projects: all.
 */
export const waitingWork = (
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<WaitingWork[]> => readRows(reads, waitingRows(plantId, projectIds, now))

const waitingRows = (plantId: number, projectIds: readonly string[], now: Date) => sql<WaitingWork>`
  with running as (
    select id from orders where plant_id = ${plantId}
      and status in (${sql.join(runningStatuses.map((status) => sql.lit(status)))})
      ${projectIds.length === 0 ? sql`` : sql`and project_id = any(${projectIds.map(Number)}::bigint[])`}
  )
  select p.next_process_id as "processId", count(*)::int as pieces, coalesce(sum(p.net_kg), 0) as kg,
    (percentile_cont(0.5) within group (order by extract(epoch from ${now}::timestamptz - p.updated_at)) / 86400)::float8
      as days
  from running o join pieces p on p.order_id = o.id
  where p.plant_id = ${plantId} and p.next_process_id is not null and p.status not in ('scrapped', 'superseded')
  group by 1`

type ListApi = (typeof productionApi)['GET /api/orders/:id/holds']

/** Open ones first, newest first; the reverse order reverses both. */
const sorts = bothWays({ heldAt: ['(released_at is null)', 'held_at', 'id'] })

type HoldReadRow = Selectable<Tables['holds']> & {
  readonly mark: string | null
  readonly serial: string | null
  readonly pieces: number
}

/** Holds on an order, its marks and pieces; fails with `not_found` when the plant has no such order. */
export async function listHolds(
  reads: Reads,
  plantId: number,
  orderId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const q = query.q ?? ''
  const pattern = `%${prefixPattern(q)}`
  const where = allOf([
    sql`plant_id = ${plantId} and order_id = ${orderId}`,
    q === ''
      ? null
      : sql`(reason like ${pattern} or held_by_name like ${pattern}
        or mark_id in (select id from marks where order_id = ${orderId} and mark like ${prefixPattern(q)})
        or piece_id in (select id from pieces where order_id = ${orderId} and serial like ${prefixPattern(q)}))`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, holdsPage(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from holds where ${where}`),
    requireOrder(reads, plantId, orderId),
  ])
  return { items: rows.map(holdView), total: counted[0]?.total ?? 0 }
}

function holdsPage(where: RawBuilder<unknown>, query: QueryOf<ListApi>) {
  const order = sorts[query.sort ?? '-heldAt']
  return sql<HoldReadRow>`
    with page as (select * from holds where ${where} order by ${order} ${limitOf(query)})
    select page.*, m.mark, p.serial, n.pieces
    from page left join marks m on m.id = page.mark_id left join pieces p on p.id = page.piece_id
      cross join lateral (
        select case when page.piece_id is not null then 1
          when page.mark_id is not null then (select count(*) from pieces where mark_id = page.mark_id
            and status not in ('scrapped', 'superseded'))
          else (select pieces from orders where orders.id = page.order_id) end::int as pieces
      ) n
    order by ${order}`
}

const holdView = (row: HoldReadRow): HoldRow => ({
  id: String(row.id),
  markId: row.mark_id === null ? null : String(row.mark_id),
  mark: row.mark,
  pieceId: row.piece_id === null ? null : String(row.piece_id),
  serial: row.serial,
  pieces: row.pieces,
  reason: row.reason,
  heldAt: row.held_at.toISOString(),
  heldBy: row.held_by_name,
  releasedAt: row.released_at?.toISOString() ?? null,
  releasedBy: row.released_by_name,
  releaseReason: row.release_reason,
})
