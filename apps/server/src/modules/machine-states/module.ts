import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { statesNow } from './intervals.queries.ts'
import type { ReportedPort } from './machine-states.ports.ts'
import { seedStopReasons } from './stop-reasons.store.ts'
import { stateRoutes } from './states.routes.ts'
import { machinesOutOfServiceApi } from '@cloud-factory/contract/machine-states/machines-out-of-service'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneOutOfService, outOfServiceOf } from './out-of-service.queries.ts'
import { takeOutOfService, returnToService, changeOutOfService } from './save-out-of-service.ts'

const outOfServiceRoutes = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Routes =>
  routes(machinesOutOfServiceApi, {
    'GET /api/machines-out-of-service': ({ actor, query: { machineId = null } }) =>
      outOfServiceOf(db.reads, actor, { machineId, now: clock.now() }),
    'POST /api/machines-out-of-service': async ({ actor, body }) => {
      const id = await db.tx((write) => takeOutOfService(write, actor, body))
      return oneOutOfService(db.reads, actor, id)
    },
    'PATCH /api/machines-out-of-service/:id': async ({ actor, params, body }) => {
      await db.tx((write) => changeOutOfService(write, actor, params.id, body))
      return oneOutOfService(db.reads, actor, params.id)
    },
    'DELETE /api/machines-out-of-service/:id': ({ actor, params, query }) =>
      db.tx((write) => returnToService(write, actor, { ...params, ...query })),
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
  routes: [stateRoutes(deps), outOfServiceRoutes(deps)],
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
