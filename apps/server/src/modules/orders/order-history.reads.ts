import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import { subjectHistory } from '../../platform/audit/history.queries.ts'
import type { Reads } from '../../platform/db/handles.ts'
import { requireOrder } from './pieces.reads.ts'

type HistoryApi = (typeof ordersApi)['GET /api/orders/:id/history']

/** Who changed what on an order, newest first unless asked; fails with `not_found` when the plant has no such order. */
export async function orderHistory(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  const [page] = await Promise.all([
    subjectHistory(reads, { plantId, kind: 'order', id }, query),
    requireOrder(reads, plantId, id),
  ])
  return page
}
