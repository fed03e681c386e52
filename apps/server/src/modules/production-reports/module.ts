import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { reportRoutes } from './report.routes.ts'
import { orderScheduleApi } from '@cloud-factory/contract/production-reports/order-schedule'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { orderSchedule } from './schedule.reads.ts'

interface ScheduleRouteDeps {
  readonly db: Database
  readonly clock: Clock
}

const scheduleRoutes = ({ db, clock }: ScheduleRouteDeps): Routes =>
  routes(
    orderScheduleApi,
    {
      'GET /api/orders/schedule': ({ actor, query }) => orderSchedule(db.reads, actor, query, clock.now()),
    },
    { kept: ['GET /api/orders/schedule'] },
  )

interface ProductionReportsDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Output by day and process, and the schedule of orders. */
export const productionReportsModule = (deps: ProductionReportsDeps): Module => ({
  name: 'production-reports',
  routes: [reportRoutes(deps), scheduleRoutes(deps)],
})
