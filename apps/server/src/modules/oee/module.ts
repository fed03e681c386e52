import type { Module } from '../../platform/module.ts'
import type { ReportedPort } from '../machine-states/public.ts'
import { followStates, type FollowStatesDeps, type StatesSink } from './follow-states.ts'
import { statesDemo } from './states.demo.ts'
import { type MachineWatch, watchMachines } from './watched-machines.ts'
import { machineFiguresApi } from '@cloud-factory/contract/oee/machine-figures'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { exportFigures } from './export-figures.ts'
import { figureReport } from './figures.queries.ts'
import { stopList, stopReport } from './stops.queries.ts'

interface FiguresRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
}

const figureRoutes = ({ db, clock, plan }: FiguresRouteDeps): Routes => {
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

/** The module, which also receives the frames that ingestion accepts. */
export interface OeeModule extends Module {
  readonly sink: StatesSink
  /** Queries of the wall screens. */
  readonly watch: MachineWatch
}

/** Tracks running machines and computes their figures: output, stops, OEE. */
export function oeeModule(deps: FollowStatesDeps & { readonly reported: ReportedPort }): OeeModule {
  const { db, clock, plantId, plan, reported } = deps
  const following = followStates(deps)
  return {
    name: 'oee',
    routes: [figureRoutes(deps)],
    sink: following.sink,
    watch: watchMachines({ reads: db.reads, plan, plantId, clock }),
    demo: (write, context) => statesDemo(write, context, { plan, reported }),
    failingSince: () => following.failingSince(),
    onLeaderStart: () => following.start(),
    onLeaderStop: () => following.close(),
  }
}
