import { orderBulkApi } from '@cloud-factory/contract/order-bulk'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { bulkOrders, pickedIds } from './bulk-orders.ts'

interface BulkRouteDeps {
  readonly db: Database
  readonly clock: Clock
}

export const bulkRoutes = ({ db, clock }: BulkRouteDeps): Routes =>
  routes(orderBulkApi, {
    'GET /api/order-ids': ({ actor, query }) => pickedIds(db.reads, actor, query, clock.now()),
    'POST /api/orders/bulk': ({ actor, body }) => bulkOrders(db.tx, actor, body, clock.now()),
  })
