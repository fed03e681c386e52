import type { Module } from '../../platform/module.ts'
import type { ReportedPort } from '../machine-states/public.ts'
import { figureRoutes } from './figures.routes.ts'
import { followStates, type FollowStatesDeps, type StatesSink } from './follow-states.ts'
import { statesDemo } from './states.demo.ts'
import { type MachineWatch, watchMachines } from './watched-machines.ts'

/** Also takes what ingestion accepts. */
export interface OeeModule extends Module {
  readonly sink: StatesSink
  /** What wall screens ask. */
  readonly watch: MachineWatch
}

/** Follows machines while they run, and computes their figures: output, stops, OEE. */
export function oeeModule(deps: FollowStatesDeps & { readonly reported: ReportedPort }): OeeModule {
  const { db, clock, plantId, plan, reported } = deps
  const following = followStates(deps)
  return {
    name: 'oee',
    routes: [figureRoutes(deps)],
    sink: following.sink,
    watch: watchMachines({ reads: db.reads, plan, plantId, clock }),
    demo: (write, context) => statesDemo(write, context, { plan, reported }),
    onLeaderStart: () => following.start(),
    onLeaderStop: () => following.close(),
  }
}
