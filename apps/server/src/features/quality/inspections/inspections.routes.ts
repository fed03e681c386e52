import { inspectionsApi } from '@cloud-factory/contract/inspections'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { OrdersPort } from '../orders.port.ts'
import { listInspections } from './inspections.reads.ts'

interface InspectionDeps {
  readonly db: Database
  readonly orders: OrdersPort
}

export const inspectionRoutes = ({ db, orders }: InspectionDeps): Routes =>
  routes(inspectionsApi, {
    'GET /api/inspections': ({ actor, query }) => listInspections({ reads: db.reads, orders }, actor, query),
  })
