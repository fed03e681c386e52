import { machinesApi } from '@cloud-factory/contract/machines'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { exportMachines } from './export-machines.ts'
import { listMachines, machineByCode, machineHistory, oneMachine } from './machines.reads.ts'
import { createMachine, restoreMachine, retireMachine, updateMachine } from './save-machine.ts'

interface MachineDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

export const machineRoutes = ({ db, clock }: MachineDeps): Routes =>
  routes(machinesApi, {
    'GET /api/machines': ({ actor, query }) => listMachines(db.reads, actor, query),
    'GET /api/machines/:id': ({ actor, params }) => oneMachine(db.reads, actor, params.id),
    'GET /api/machine-codes/:code': ({ actor, params }) => machineByCode(db.reads, actor, params.code),
    'POST /api/machines': async ({ actor, body }) => {
      const id = await db.tx((write) => createMachine(write, actor, body))
      return oneMachine(db.reads, actor, id)
    },
    'PATCH /api/machines/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateMachine(write, actor, params.id, body))
      return oneMachine(db.reads, actor, params.id)
    },
    'POST /api/machines/:id/retire': async ({ actor, params, body }) => {
      await db.tx((write) => retireMachine(write, actor, params.id, body))
      return oneMachine(db.reads, actor, params.id)
    },
    'POST /api/machines/:id/restore': async ({ actor, params, body }) => {
      await db.tx((write) => restoreMachine(write, actor, params.id, body.version))
      return oneMachine(db.reads, actor, params.id)
    },
    'GET /api/machines/:id/history': ({ actor, params, query }) =>
      machineHistory(db.reads, actor, params.id, query),
    'POST /api/exports/machines': ({ actor, body }) => exportMachines(db, actor, body, clock.now()),
  })
