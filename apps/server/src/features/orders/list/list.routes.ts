import { orderBulkApi } from '@cloud-factory/contract/order-bulk'
import { orderExportsApi } from '@cloud-factory/contract/order-exports'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { bulkOrders, pickedIds } from './bulk-orders.ts'
import { exportMarks, exportOrders, exportPieces } from './export-orders.ts'

export interface ListRouteDeps {
  readonly db: Database
  readonly clock: Clock
}

export const exportRoutes = ({ db, clock }: ListRouteDeps): Routes =>
  routes(orderExportsApi, {
    'POST /api/exports/orders': ({ actor, body }) => exportOrders(db, actor, body, clock.now()),
    'POST /api/exports/orders/:id/marks': ({ actor, params, body }) =>
      exportMarks(db.reads, actor, params.id, body, clock.now()),
    'POST /api/exports/orders/:id/pieces': ({ actor, params, body }) =>
      exportPieces(db.reads, actor, params.id, body, clock.now()),
  })

export const bulkRoutes = ({ db, clock }: ListRouteDeps): Routes =>
  routes(orderBulkApi, {
    'GET /api/order-ids': ({ actor, query }) => pickedIds(db.reads, actor, query, clock.now()),
    'POST /api/orders/bulk': ({ actor, body }) => bulkOrders(db.tx, actor, body, clock.now()),
  })
