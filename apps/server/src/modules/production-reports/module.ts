import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { reportRoutes } from './report.routes.ts'
import { scheduleRoutes } from './schedule.routes.ts'

interface ProductionReportsDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Output by day and process, and the schedule of orders. */
export const productionReportsModule = (deps: ProductionReportsDeps): Module => ({
  name: 'production-reports',
  routes: [reportRoutes(deps), scheduleRoutes(deps)],
})
