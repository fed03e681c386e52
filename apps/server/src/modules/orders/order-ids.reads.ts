import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { conditions, idsOf } from './orders.reads.ts'

type OrderQuery = QueryOf<(typeof ordersApi)['GET /api/orders']>

/** Ids of all orders that match, in their order, at most so many. */
export async function orderIds(
  reads: Reads,
  { plantId }: Actor,
  query: OrderQuery,
  now: Date,
  most: number,
): Promise<number[]> {
  const rows = await readRows(reads, idsOf(await conditions(reads, plantId, query, now), query.sort, most))
  return rows.map(({ id }) => id)
}
