import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { HoldRow, productionApi } from '@cloud-factory/contract/production/production'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, limitOf } from '../../platform/db/list-page.ts'
import { requireOrder } from '../orders/public.ts'
import type { Tables } from '../../platform/db/schema.ts'

type ListApi = (typeof productionApi)['GET /api/orders/:id/holds']

/** Open ones first, newest first; the reverse order reverses both. */
const sorts = {
  heldAt: sql`(released_at is null), held_at, id`,
  '-heldAt': sql`(released_at is null) desc, held_at desc, id desc`,
}

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
