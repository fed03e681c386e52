import { machineFiguresApi } from '@cloud-factory/contract/machine-figures'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { exportFigures } from './export-figures.ts'
import { figureReport } from './figures.reads.ts'
import { stopList, stopReport } from './stops.reads.ts'

interface FiguresRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
}

export const figureRoutes = ({ db, clock, plan }: FiguresRouteDeps): Routes => {
  const { reads } = db
  return routes(machineFiguresApi, {
    'GET /api/equipment/figures': ({ actor, query }) =>
      figureReport({ reads, plan }, actor.plantId, query, clock.now()),
    'GET /api/equipment/stops': ({ actor, query }) =>
      stopReport({ reads, plan }, actor.plantId, query, clock.now()),
    'GET /api/equipment/stop-list': ({ actor, query }) =>
      stopList({ reads, plan }, actor.plantId, query, clock.now()),
    'POST /api/exports/figures': ({ actor, body }) => exportFigures({ db, plan }, actor, body, clock.now()),
  })
}
