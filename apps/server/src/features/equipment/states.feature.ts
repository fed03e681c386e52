import type { Feature } from '../../app/feature.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { seedCalendar } from './calendar/seed-calendar.ts'
import { statesDemo } from './demo/states.demo.ts'
import { figureRoutes } from './figures/figures.routes.ts'
import { outageRoutes } from './outages/outages.routes.ts'
import { followStates, type FollowStatesDeps, type StatesSink } from './states/follow-states.ts'
import { seedStopReasons } from './states/seed-stop-reasons.ts'
import { statesNow } from './states/intervals.reads.ts'
import { stateRoutes } from './states/states.routes.ts'
import type { ReportedPort } from './states/reported-signal.port.ts'
import { type MachineWatch, watchMachines } from './watch/watched-machines.ts'

export { breakdownAlarms } from './demo/reported.demo.ts'
export { factoryWindows } from './calendar/factory-windows.reads.ts'
export { statesNow } from './states/intervals.reads.ts'
export { machineDirectory } from './states/machine-directory.reads.ts'
export { figureReport } from './figures/figures.reads.ts'
export { stopReport } from './figures/stops.reads.ts'
export type { MachineWatch } from './watch/watched-machines.ts'
export type { ReportedPort } from './states/reported-signal.port.ts'
export type { StoredFramesPort } from './states/stored-frames.port.ts'
export type { PlanPort } from './calendar/calendar.port.ts'

/** Also takes what ingestion accepts. */
export interface StatesFeature extends Feature {
  readonly sink: StatesSink
  /** What wall screens ask. */
  readonly watch: MachineWatch
}

/** The working calendar, what machines do and did, and the figures made of it. */
export function statesFeature(deps: FollowStatesDeps & { readonly reported: ReportedPort }): StatesFeature {
  const { plan, reported } = deps
  const following = followStates(deps)
  return {
    name: 'states',
    routes: [stateRoutes(deps), calendarRoutes(deps), figureRoutes(deps), outageRoutes(deps)],
    live: [
      {
        topic: 'machines',
        rule: { permission: 'equipment.view' },
        read: async (plantId) => {
          const { items } = await statesNow(deps.db.reads, plantId, deps.clock.now())
          return new Map(items.map((item) => [item.id, item]))
        },
      },
    ],
    sink: following.sink,
    watch: watchMachines({ reads: deps.db.reads, plan, plantId: deps.plantId, clock: deps.clock }),
    prepare: async (write, plantId) => {
      await seedStopReasons(write, plantId)
      await seedCalendar(write, plan, plantId)
    },
    demo: (write, context) => statesDemo(write, context, { plan, reported }),
    onLeaderStart: () => following.start(),
    onLeaderStop: () => following.close(),
  }
}
