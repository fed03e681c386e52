import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { statesNow } from './intervals.queries.ts'
import type { ReportedPort } from './machine-states.ports.ts'
import { seedStopReasons } from './stop-reasons.store.ts'
import { stateRoutes } from './states.routes.ts'
import { machineOutagesApi } from '@cloud-factory/contract/machine-states/machine-outages'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneOutage, outagesOf } from './outages.queries.ts'
import { createOutage, deleteOutage, updateOutage } from './save-outage.ts'

const outageRoutes = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Routes =>
  routes(machineOutagesApi, {
    'GET /api/machine-outages': ({ actor, query: { machineId = null } }) =>
      outagesOf(db.reads, actor, { machineId, now: clock.now() }),
    'POST /api/machine-outages': async ({ actor, body }) => {
      const id = await db.tx((write) => createOutage(write, actor, body))
      return oneOutage(db.reads, actor, id)
    },
    'PATCH /api/machine-outages/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateOutage(write, actor, params.id, body))
      return oneOutage(db.reads, actor, params.id)
    },
    'DELETE /api/machine-outages/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteOutage(write, actor, { ...params, ...query })),
  })

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
