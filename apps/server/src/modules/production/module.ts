import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { WorkPorts } from './work-ports.ts'
import { ordersDemo } from './orders.demo.ts'
import { productionRoutes, workRoutes } from './work.routes.ts'
import { projectWeightsApi } from '@cloud-factory/contract/planning/processes'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { setWeights, weightsOf } from './recalculate-orders.ts'
import { orderBulkApi } from '@cloud-factory/contract/orders/order-bulk'
import { bulkOrders, pickedIds } from './hold-orders.ts'
import { orderMarksApi } from '@cloud-factory/contract/orders/order-marks'
import { listMarks, listParts, listPieces, oneMark } from '../orders/public.ts'
import { piecesLacking, withMissing } from './conforming.ts'

interface MarkRouteDeps {
  readonly db: Database
  readonly gates: Pick<WorkPorts, 'conformity' | 'lacking' | 'outside'>
}

const markRoutes = ({ db, gates: { conformity, lacking, outside } }: MarkRouteDeps): Routes =>
  routes(orderMarksApi, {
    'GET /api/orders/:id/marks': ({ actor, params, query }) => listMarks(db.reads, actor, params, query),
    'GET /api/marks/:id': ({ actor, params }) => oneMark(db.reads, actor, params.id),
    'GET /api/marks/:id/parts': ({ actor, params, query }) =>
      listParts(db.reads, actor.plantId, params, query),
    'GET /api/orders/:id/pieces': async ({ actor, params, query }) => {
      const among = piecesLacking(lacking, actor.plantId, params.id, query.missing)
      const { items, total } = await listPieces(db.reads, actor.plantId, params, query, among)
      return {
        items: await withMissing({ reads: db.reads, conformity, outside }, actor.plantId, items),
        total,
      }
    },
  })

interface BulkRouteDeps {
  readonly db: Database
  readonly clock: Clock
}

const bulkRoutes = ({ db, clock }: BulkRouteDeps): Routes =>
  routes(orderBulkApi, {
    'GET /api/order-ids': ({ actor, query }) => pickedIds(db.reads, actor, query, clock.now()),
    'POST /api/orders/bulk': ({ actor, body }) => bulkOrders(db.tx, actor, body, clock.now()),
  })

const weightRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(projectWeightsApi, {
    'GET /api/projects/:id/weights': ({ actor, params }) => weightsOf(db.reads, actor, params.id),
    'PUT /api/projects/:id/weights': async ({ actor, params, body }) => {
      await db.tx((write) => setWeights(write, actor, params.id, body))
      return weightsOf(db.reads, actor, params.id)
    },
  })

interface ProductionDeps {
  readonly db: Database
  readonly clock: Clock
  /** Queries of quality (steps that wait for an inspection, material) and of equipment (machines). */
  readonly gates: WorkPorts
}

/** Release, holds, lots, work reports, progress. */
export const productionModule = (deps: ProductionDeps): Module => ({
  name: 'production',
  routes: [markRoutes(deps), productionRoutes(deps), workRoutes(deps), bulkRoutes(deps), weightRoutes(deps)],
  demo: (write, context) => ordersDemo(write, context, deps.gates.machines),
})
