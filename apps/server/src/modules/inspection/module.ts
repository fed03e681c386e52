import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { inspectionsDemo } from './inspections.demo.ts'
import { openInspectionsDemo, instrumentsDemo } from './inspections.demo-open.ts'
import { inspectionRoutes } from './inspections.routes.ts'
import { instrumentsApi } from '@cloud-factory/contract/inspection/instruments'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import { importRoutes, resourceImport } from '../../platform/import/import-routes.ts'
import { routes } from '../../platform/http/routes.ts'
import { instrumentCrud } from './instruments.ts'

interface InspectionDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Inspections of pieces, and measuring instruments. */
export const inspectionModule = (deps: InspectionDeps): Module => ({
  name: 'inspection',
  routes: [
    inspectionRoutes(deps),
    routes(instrumentsApi, {
      ...crudRoutes(deps, instrumentCrud),
      ...importRoutes(
        deps,
        resourceImport(instrumentCrud, {
          schema: instrumentsApi['POST /api/instruments'].body,
          title: 'shell:route.instruments',
        }),
      ),
    }),
  ],
  demo: async (write, context) => {
    await instrumentsDemo(write, context)
    await inspectionsDemo(write, context, deps.orders)
    await openInspectionsDemo(write, context, deps.orders)
  },
})
