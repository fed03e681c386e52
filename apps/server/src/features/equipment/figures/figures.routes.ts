import { machineFiguresApi } from '@cloud-factory/contract/machine-figures'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { PlanPort } from '../calendar/calendar.port.ts'
import { figureReport } from './figures.reads.ts'
import { stopReport } from './stops.reads.ts'

interface FiguresDoorDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
}

export const figureRoutes = ({ db: { reads }, clock, plan }: FiguresDoorDeps): Routes =>
  routes(machineFiguresApi, {
    'GET /api/equipment/figures': ({ actor, query }) =>
      figureReport({ reads, plan }, actor.plantId, query, clock.now()),
    'GET /api/equipment/stops': ({ actor, query }) =>
      stopReport({ reads, plan }, actor.plantId, query, clock.now()),
  })
