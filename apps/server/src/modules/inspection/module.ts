import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { inspectionsDemo } from './inspections.demo.ts'
import { openInspectionsDemo } from './inspections.demo-open.ts'
import { inspectionRoutes } from './inspections.routes.ts'
import { instrumentsDemo } from './instruments.demo.ts'
import { instrumentRoutes } from './instruments.routes.ts'

interface InspectionDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Inspections of pieces, and the instruments that measure them. */
export const inspectionModule = (deps: InspectionDeps): Module => ({
  name: 'inspection',
  routes: [inspectionRoutes(deps), instrumentRoutes(deps)],
  demo: async (write, context) => {
    await instrumentsDemo(write, context)
    await inspectionsDemo(write, context, deps.orders)
    await openInspectionsDemo(write, context, deps.orders)
  },
})
