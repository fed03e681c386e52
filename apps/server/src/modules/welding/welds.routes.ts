import { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { weldsApi } from '@cloud-factory/contract/welding/welds'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { removeWeld, updateWeld, giveWelds } from './change-weld.ts'
import { listDue, repairRateOf } from './ndt-due.queries.ts'
import { listLines, listRequests, oneRequest, oneResult, testsOfWeld } from './ndt.queries.ts'
import { recordResult, undoResult } from './record-result.ts'
import { recordWelded, reopenWeld } from './record-welded.ts'
import { repairWeld } from './repair-weld.ts'
import { cancelRequest, requestTests } from './request-tests.ts'
import { ndtSettings, saveNdtSettings } from './ndt-settings.ts'
import { listWelds, oneWeld, pieceWithWelds, templateOf, weldsByIds } from './welds.queries.ts'
import { fail } from '../../platform/http/domain-error.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
}

/** The weld register. */
export const weldRoutes = ({ db, clock, orders }: Deps): Routes =>
  routes(weldsApi, {
    'GET /api/welds': ({ actor, query }) => listWelds(db.reads, actor, query),
    'GET /api/welds/:id': ({ actor, params }) => oneWeld(db.reads, actor, params.id),
    'GET /api/weld-pieces': ({ actor, query }) => pieceWithWelds(db.reads, actor, orders, query.piece),
    'GET /api/weld-templates/:id': ({ actor, params }) => templateOf(db.reads, actor.plantId, params.id),
    'POST /api/welds/of-pieces': ({ actor, body }) =>
      db.tx((write) => giveWelds(write, actor, orders, body, clock.now())),
    'PATCH /api/welds/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateWeld(write, actor, orders, params.id, body, clock.now()))
      return oneWeld(db.reads, actor, params.id)
    },
    'DELETE /api/welds/:id': async ({ actor, params, query }) => {
      await db.tx((write) => removeWeld(write, actor, orders, params.id, query.version, clock.now()))
    },
    'POST /api/welds/welded': async ({ actor, body }) => {
      await db.tx((write) => recordWelded(write, actor, orders, body, clock.now()))
      return { items: await weldsByIds(db.reads, actor, body.weldIds.map(Number)) }
    },
    'POST /api/welds/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenWeld(write, actor, orders, params.id, body, clock.now()))
      return oneWeld(db.reads, actor, params.id)
    },
  })
/** Requests, results, repairs and the sampling plan. */
export const ndtRoutes = ({ db, clock, orders }: Deps): Routes =>
  routes(ndtApi, {
    'GET /api/ndt/settings': ({ actor }) => ndtSettings(db.reads, actor),
    'PUT /api/ndt/settings': async ({ actor, body }) => {
      await db.tx((write) => saveNdtSettings(write, actor, body))
      return ndtSettings(db.reads, actor)
    },
    'GET /api/ndt/due': ({ actor, query }) => listDue(db.reads, actor, orders, query),
    'GET /api/ndt/repair-rate': ({ actor, query }) => repairRateOf(db.reads, actor, query),
    'GET /api/ndt/requests': ({ actor, query }) => listRequests(db.reads, actor, query),
    'POST /api/ndt/requests': async ({ actor, body }) => {
      const id = await db.tx((write) => requestTests(write, actor, orders, body, clock.now()))
      return oneRequest(db.reads, actor, String(id))
    },
    'GET /api/ndt/requests/:id': ({ actor, params }) => oneRequest(db.reads, actor, params.id),
    'GET /api/ndt/requests/:id/welds': ({ actor, params, query }) =>
      listLines(db.reads, actor, params, query),
    'POST /api/ndt/requests/:id/cancel': async ({ actor, params, body }) => {
      await db.tx((write) => cancelRequest(write, actor, params.id, body))
      return oneRequest(db.reads, actor, params.id)
    },
    'POST /api/ndt/requests/:id/results': async ({ actor, params, body }) => {
      await db.tx((write) => recordResult(write, actor, orders, params.id, body, clock.now()))
      const { items } = await listLines(db.reads, actor, params, { weldId: body.weldId })
      return items[0] ?? fail('not_found')
    },
    'POST /api/ndt/results/:id/undo': async ({ actor, params, body }) => {
      await db.tx((write) => undoResult(write, actor, orders, params.id, body, clock.now()))
      return oneResult(db.reads, actor, params.id)
    },
    'POST /api/welds/:id/repair': ({ actor, params, body }) =>
      db.tx((write) => repairWeld(write, actor, orders, params.id, body, clock.now())),
    'GET /api/welds/:id/tests': ({ actor, params }) => testsOfWeld(db.reads, actor, orders, params.id),
  })
