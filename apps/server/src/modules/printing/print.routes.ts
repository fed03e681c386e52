import { orderPrintApi } from '@cloud-factory/contract/order-print'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listLabels, listTravellers } from './print.reads.ts'

export const printRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(orderPrintApi, {
    'GET /api/orders/:id/labels': ({ actor, params, query }) =>
      listLabels(db.reads, actor.plantId, params.id, query),
    'GET /api/orders/:id/travellers': ({ actor, params, query }) =>
      listTravellers(db.reads, actor.plantId, params.id, query),
  })
