import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { statisticsRoutes } from './statistics.routes.ts'

interface QualityStatisticsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly orders: OrdersPort
}

/** Yield, defects, repair rates, capability. */
export const qualityStatisticsModule = (deps: QualityStatisticsDeps): Module => ({
  name: 'quality-statistics',
  routes: [statisticsRoutes(deps)],
})
