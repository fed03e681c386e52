import { nestsApi } from '@cloud-factory/contract/nesting/nests'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import { nestBundle } from './nest-bundle.ts'
import { NestSolver } from './nest-solver.ts'
import { nestsDemo } from './nests.demo.ts'
import { listNests, oneNest } from './nests.queries.ts'
import { listDemand, type OnOrderPort } from './shortages.queries.ts'
import { reportBar } from './report-bar.ts'
import { cancelNest, createNest, releaseNest, stopNest } from './save-nest.ts'

interface NestingDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly files: FileStore
  readonly onOrder: OnOrderPort
}

/** Demand for parts that are cut from bars, nests, and reports of cut bars. */
export function nestingModule({ db, clock, log, files, onOrder }: NestingDeps): Module {
  const solver = new NestSolver({ db, log })
  const done = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return oneNest(db.reads, actor, id)
  }
  const nests = routes(nestsApi, {
    'GET /api/part-demand': ({ actor, query }) => listDemand(db.reads, actor, query, onOrder),
    'GET /api/nests': ({ actor, query }) => listNests(db.reads, actor, query),
    'GET /api/nests/:id': ({ actor, params: { id } }) => oneNest(db.reads, actor, id),
    'GET /api/nests/:id/bundle': ({ actor, params: { id } }) => nestBundle(db.reads, files, actor, id),
    'POST /api/nests': async ({ actor, body }) => {
      const id = await db.tx((write) => createNest(write, actor, body, clock.now()))
      solver.start(actor, id)
      return oneNest(db.reads, actor, id)
    },
    'POST /api/nests/:id/stop': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => stopNest(write, actor, id, body.version)),
    'POST /api/nests/:id/release': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => releaseNest(write, actor, id, body.version)),
    'POST /api/nests/:id/cancel': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => cancelNest(write, actor, id, body.version)),
    'POST /api/nest-bars/:id/report': async ({ actor, params: { id }, body }) => {
      const nest = await db.tx((write) => reportBar(write, actor, id, body, clock.now()))
      return oneNest(db.reads, actor, nest)
    },
  })
  return { name: 'nesting', routes: [nests], demo: nestsDemo, close: () => solver.close() }
}
