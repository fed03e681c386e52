import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { ncrDemo } from './ncr.demo.ts'
import { defectRoutes, ncrRoutes } from './ncr.routes.ts'
import { seedDefects } from './defects.ts'

interface NcrDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Non-conformance reports and the list of defects. */
export const ncrModule = (deps: NcrDeps): Module => ({
  name: 'ncr',
  routes: [ncrRoutes(deps), defectRoutes(deps)],
  prepare: seedDefects,
  demo: (write, context) => ncrDemo(write, context, deps.orders),
})
