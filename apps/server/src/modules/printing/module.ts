import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { orderPrintApi } from '@cloud-factory/contract/printing/order-print'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { QualityGates } from '../production/public.ts'
import { listLabels, listTravellers } from './print.queries.ts'

interface PrintingDeps {
  readonly db: Database
  readonly gates: Pick<QualityGates, 'conformity'>
}

const printRoutes = ({ db, gates: { conformity } }: PrintingDeps): Routes =>
  routes(orderPrintApi, {
    'GET /api/orders/:id/labels': ({ actor, params, query }) =>
      listLabels({ reads: db.reads, conformity }, actor.plantId, params.id, query),
    'GET /api/orders/:id/travellers': ({ actor, params, query }) =>
      listTravellers(db.reads, actor.plantId, params.id, query),
  })

/** What labels and job cards are printed from. */
export const printingModule = (deps: PrintingDeps): Module => ({
  name: 'printing',
  routes: [printRoutes(deps)],
})
