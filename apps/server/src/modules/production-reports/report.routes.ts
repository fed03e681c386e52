import { productionReportsApi } from '@cloud-factory/contract/production-reports'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { exportProduction } from './export-production.ts'
import { productionReport } from './production-report.reads.ts'

interface ReportRouteDeps {
  readonly db: Database
  readonly clock: Clock
}

export const reportRoutes = ({ db, clock }: ReportRouteDeps): Routes =>
  routes(productionReportsApi, {
    'GET /api/reports/production': ({ actor, query }) =>
      productionReport(db.reads, actor.plantId, query, clock.now()),
    'POST /api/exports/production': ({ actor, body }) => exportProduction(db.reads, actor, body, clock.now()),
  })
