import { modelsApi } from '@cloud-factory/contract/model/models'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import { seedDemoModel } from './model.demo.ts'
import { memberDays } from './member-days.queries.ts'
import { memberStates } from './member-states.queries.ts'
import { ModelReader } from './model-reader.ts'
import { listMatches, listMembers, listModels, oneChunk, oneModel, removedMembers } from './models.queries.ts'
import { addModel, cancelModel, matchByHand, putToUse } from './save-model.ts'

interface ModelDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly log: Log
}

function modelRoutes({ db, clock, files }: ModelDeps, reader: ModelReader): Routes {
  const done = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return oneModel(db.reads, actor, id)
  }
  return routes(modelsApi, {
    'GET /api/orders/:id/models': ({ actor, params }) => listModels(db.reads, actor, params.id),
    'POST /api/orders/:id/models': async ({ actor, params, files: uploads }) => {
      const id = await addModel({ db, files }, actor, params.id, uploads)
      reader.poll()
      return oneModel(db.reads, actor, id)
    },
    'POST /api/models/:id/cancel': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => cancelModel(write, actor, id, body.version)),
    'POST /api/models/:id/use': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => putToUse(write, actor, id, body.version)),
    'GET /api/models/:id/matches': ({ actor, params, query }) =>
      listMatches(db.reads, actor.plantId, params.id, query),
    'POST /api/models/:id/matches': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => matchByHand(write, actor, id, body)),
    'GET /api/models/:id/members': async ({ actor, params }) => ({
      items: await listMembers(db.reads, actor.plantId, params.id),
    }),
    'GET /api/models/:id/removed': ({ actor, params }) => removedMembers(db.reads, actor.plantId, params.id),
    'GET /api/models/:id/chunks/:position': async ({ actor, params }) => {
      const { sha256, bytes } = await oneChunk(db.reads, actor.plantId, params.id, params.position)
      const name = `model-${params.id}-${params.position}.gz`
      return { name, type: 'application/gzip', bytes, body: files.stream(sha256), lasting: true }
    },
    'GET /api/orders/:id/model-states': ({ actor, params }) =>
      memberStates(db.reads, actor, params.id, clock.now()),
    'GET /api/orders/:id/model-days': ({ actor, params }) =>
      memberDays(db.reads, actor.plantId, params.id, clock.now()),
  })
}

/** Models of orders in three dimensions: reading of IFC files, matching with pieces, states of members. */
export function modelModule(deps: ModelDeps): Module {
  const reader = new ModelReader(deps)
  return {
    name: 'model',
    routes: [modelRoutes(deps, reader)],
    start: () => reader.start(),
    close: () => reader.close(),
    demo: (write, context) => seedDemoModel(write, context, deps.files),
  }
}
