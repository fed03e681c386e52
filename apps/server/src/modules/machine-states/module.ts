import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { statesNow } from './intervals.reads.ts'
import { outageRoutes } from './outages.routes.ts'
import type { ReportedPort } from './reported-signal.port.ts'
import { seedStopReasons } from './seed-stop-reasons.ts'
import { stateRoutes } from './states.routes.ts'

interface MachineStatesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
  readonly reported: ReportedPort
}

/** What machines do and did, the reasons of stops, and when machines are out of service. */
export const machineStatesModule = (deps: MachineStatesDeps): Module => ({
  name: 'machine-states',
  routes: [stateRoutes(deps), outageRoutes(deps)],
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
  prepare: seedStopReasons,
})
