import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bothWays, limitOf } from '../../platform/db/list-page.ts'
import { requireOrder } from './pieces.reads.ts'

type HistoryApi = (typeof ordersApi)['GET /api/orders/:id/history']

type HistoryRow = Pick<
  Selectable<Tables['audit_log']>,
  'id' | 'at' | 'actor_name' | 'action' | 'before' | 'after'
>

const sorts = bothWays({ at: ['at', 'id'] })

const ofOrder = (plantId: number, id: string): RawBuilder<unknown> =>
  sql`plant_id = ${plantId} and subject_kind = 'order' and subject_id = ${id}`

export function historyOf(plantId: number, id: string, query: QueryOf<HistoryApi>): RawBuilder<HistoryRow> {
  return sql<HistoryRow>`select id, at, actor_name, action, before, after from audit_log
    where ${ofOrder(plantId, id)} order by ${sorts[query.sort ?? '-at']} ${limitOf(query)}`
}

/** Who changed what on an order, newest first unless asked; refuses with `not_found` when the plant has no such order. */
export async function orderHistory(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  const [rows, counted] = await Promise.all([
    readRows(reads, historyOf(plantId, id, query)),
    readRows(
      reads,
      sql<{ total: number }>`select count(*) as total from audit_log where ${ofOrder(plantId, id)}`,
    ),
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
    total: counted[0]?.total ?? 0,
  }
}
