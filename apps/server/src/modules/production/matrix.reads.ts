import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { workApi } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { requireOrder } from '../orders/public.ts'

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
