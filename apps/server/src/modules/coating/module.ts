import type { Clock } from '../../platform/clock/clock.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { coatsDemo } from './coats.demo.ts'
import { coatingsApi } from '@cloud-factory/contract/coating/coatings'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { measureCoat, removeCoat, judgeCoat, reopenCoat } from './change-coat.ts'
import { openCoat } from './open-coat.ts'
import { coatSpecCrud } from './coat-specs.ts'
import { listCoatPieces, listCoats, oneCoat } from './coats.queries.ts'

interface CoatingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly orders: OrdersPort
}

/** Coating systems, coats and their thickness readings. */
export const coatingModule = (deps: CoatingDeps): Module => ({
  name: 'coating',
  routes: [coatingRoutes(deps)],
  demo: (write, context) => coatsDemo(write, context, deps.orders),
})

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
}

/** Specifications and records of coats. */
function coatingRoutes({ db, clock, orders }: Deps): Routes {
  return routes(coatingsApi, {
    ...crudRoutes({ db, clock }, coatSpecCrud),
    'GET /api/coats': ({ actor, query }) => listCoats(db.reads, actor, query),
    'POST /api/coats': async ({ actor, body }) => {
      const id = await db.tx((write) => openCoat(write, actor, orders, body, clock.now()))
      return oneCoat(db.reads, actor, String(id))
    },
    'GET /api/coats/:id': ({ actor, params }) => oneCoat(db.reads, actor, params.id),
    'GET /api/coats/:id/pieces': ({ actor, params, query }) => listCoatPieces(db.reads, actor, params, query),
    'PUT /api/coats/:id/readings': async ({ actor, params, body }) => {
      await db.tx((write) => measureCoat(write, actor, orders, params.id, body))
      return oneCoat(db.reads, actor, params.id)
    },
    'POST /api/coats/:id/judge': async ({ actor, params, body }) => {
      await db.tx((write) => judgeCoat(write, actor, orders, params.id, body, clock.now()))
      return oneCoat(db.reads, actor, params.id)
    },
    'POST /api/coats/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenCoat(write, actor, orders, params.id, body, clock.now()))
      return oneCoat(db.reads, actor, params.id)
    },
    'DELETE /api/coats/:id': async ({ actor, params, query }) => {
      await db.tx((write) => removeCoat(write, actor, orders, params.id, query.version))
    },
  })
}
