import { machineOutagesApi } from '@cloud-factory/contract/machine-outages'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneOutage, outagesOf } from './outages.reads.ts'
import { createOutage, deleteOutage, updateOutage } from './save-outage.ts'

export const outageRoutes = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Routes =>
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
