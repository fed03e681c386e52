import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { shippedStandardRoutes, standardFileRoutes, limitRoutes, standardRoutes } from './standards.routes.ts'
import { seedStandards } from './shipped/take-shipped.ts'

interface StandardsDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Standards with their limits and rules: shipped, edited, exchanged as files. */
export const standardsModule = (deps: StandardsDeps): Module => ({
  name: 'standards',
  routes: [standardRoutes(deps), standardFileRoutes(deps), shippedStandardRoutes(deps), limitRoutes(deps)],
  prepare: seedStandards,
})
