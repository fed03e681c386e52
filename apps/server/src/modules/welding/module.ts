import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { welderRoutes, ndtRoutes, weldRoutes } from './welds.routes.ts'
import { weldsDemo } from './welds.demo.ts'

interface WeldingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Welds, welders and procedures, non-destructive tests. */
export const weldingModule = (deps: WeldingDeps): Module => ({
  name: 'welding',
  routes: [welderRoutes(deps), weldRoutes(deps), ndtRoutes(deps)],
  demo: (write, context) => weldsDemo(write, context, deps.orders),
})
