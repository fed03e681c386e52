import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { QualityGates } from '../production/public.ts'
import { deliveryRoutes, finishedRoutes, packageRoutes } from './shipping.routes.ts'
import { shippingDemo } from './shipping.demo.ts'

interface ShippingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly gates: Pick<QualityGates, 'conformity' | 'withheld' | 'stop'>
}

/** Finished pieces, packages, deliveries, receipts on site. */
export const shippingModule = (deps: ShippingDeps): Module => ({
  name: 'shipping',
  routes: [packageRoutes(deps), finishedRoutes(deps), deliveryRoutes(deps)],
  demo: (write, context) => shippingDemo(write, context, deps.files),
})
