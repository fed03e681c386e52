import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders'
import type { Reads } from '../../platform/db/handles.ts'
import { requireOrder } from './pieces.reads.ts'

type HistoryApi = (typeof ordersApi)['GET /api/orders/:id/history']

/** Who changed what on an order, newest first unless asked; refuses with `not_found` when the plant has no such order. */
export async function orderHistory(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  const pageSize = query.pageSize ?? 20
  const direction = query.sort === 'at' ? 'asc' : 'desc'
  const ofOrder = reads
    .selectFrom('audit_log')
    .where('plant_id', '=', plantId)
    .where('subject_kind', '=', 'order')
    .where('subject_id', '=', id)
  const [rows, counted] = await Promise.all([
    ofOrder
      .select(['id', 'at', 'actor_name', 'action', 'before', 'after'])
      .orderBy('at', direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset(((query.page ?? 1) - 1) * pageSize)
      .execute(),
    ofOrder.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst(),
    requireOrder(reads, plantId, id),
  ])
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actorName: row.actor_name,
      action: row.action,
      before: row.before,
      after: row.after,
    })),
    total: counted?.total ?? 0,
  }
}
