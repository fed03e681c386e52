import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { bulkRoutes } from './bulk.routes.ts'
import type { WorkPorts } from './machines.port.ts'
import { markRoutes } from './marks.routes.ts'
import { ordersDemo } from './orders.demo.ts'
import { weightRoutes } from './weights.routes.ts'
import { productionRoutes, workRoutes } from './work.routes.ts'

interface ProductionDeps {
  readonly db: Database
  readonly clock: Clock
  /** What quality says about steps that wait for an inspection, and about material; which machines there are. */
  readonly gates: WorkPorts
}

/** Release, holds, lots, reports of work, progress. */
export const productionModule = (deps: ProductionDeps): Module => ({
  name: 'production',
  routes: [markRoutes(deps), productionRoutes(deps), workRoutes(deps), bulkRoutes(deps), weightRoutes(deps)],
  demo: (write, context) => ordersDemo(write, context, deps.gates.machines),
})
