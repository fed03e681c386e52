import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { certificateRoutes } from './certificates.routes.ts'
import { materialDemo } from './material.demo.ts'
import {
  gradeRoutes,
  receiptRoutes,
  stockBarRoutes,
  stockTakeRoutes,
  traceRoutes,
} from './material.routes.ts'
import { seedGrades } from './shipped/shipped-grades.ts'

interface MaterialDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Steel grades, receipts, mill certificates, heats of parts. */
export const materialModule = (deps: MaterialDeps): Module => ({
  name: 'material',
  routes: [
    gradeRoutes(deps),
    receiptRoutes(deps),
    stockBarRoutes(deps),
    stockTakeRoutes(deps),
    certificateRoutes(deps),
    traceRoutes(deps),
  ],
  prepare: seedGrades,
  demo: (write, context) => materialDemo(write, context, deps.orders),
})
