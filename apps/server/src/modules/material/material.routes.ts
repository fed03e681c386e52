import { materialTraceApi } from '@cloud-factory/contract/material/material-trace'
import { receiptsApi } from '@cloud-factory/contract/material/receipts'
import { stockBarsApi } from '@cloud-factory/contract/material/stock-bars'
import { stockTakesApi } from '@cloud-factory/contract/material/stock-takes'
import { steelGradesApi } from '@cloud-factory/contract/material/steel-grades'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listStockBars, oneStockBar } from './stock-bars.queries.ts'
import { addLotBars, scrapBar } from './stock-bars.store.ts'
import { listStockTakes, oneStockTake } from './stock-takes.queries.ts'
import { cancelStockTake, closeStockTake, countBar, startStockTake } from './stock-takes.store.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { assignHeat, takeHeatOff } from './assign-heat.ts'
import {
  changeLot,
  placeLot,
  removeLot,
  concedeLot,
  quarantineLot,
  rejectLot,
  releaseLot,
} from './change-lot.ts'
import { exportLots, listLots, oneLot } from './lots.queries.ts'
import { listGrades, oneGrade } from './grades.queries.ts'
import { materialPlanOf, saveMaterialPlan, addLot, receiveMaterial } from './receive-material.ts'
import { listReceipts, oneReceipt } from './receipts.queries.ts'
import { addGrade, approveGrade, changeGrade, removeGrade, retireGrade } from './save-grade.ts'
import { searchTrace, traceHeat, tracePiece } from './trace.queries.ts'
import { changeReceipt } from './change-receipt.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
}

/** Steel grades and their limits. */
export function gradeRoutes({ db, clock }: Deps): Routes {
  const done = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return oneGrade(db.reads, actor, id)
  }
  return routes(steelGradesApi, {
    'GET /api/steel-grades': ({ actor, query }) => listGrades(db.reads, actor, query.q),
    'GET /api/steel-grades/:id': ({ actor, params: { id } }) => oneGrade(db.reads, actor, id),
    'POST /api/steel-grades': async ({ actor, body }) => {
      const id = await db.tx((write) => addGrade(write, actor, body))
      return oneGrade(db.reads, actor, id)
    },
    'PATCH /api/steel-grades/:id': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => changeGrade(write, actor, id, body)),
    'POST /api/steel-grades/:id/approve': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => approveGrade(write, actor, id, body.version, clock.now())),
    'POST /api/steel-grades/:id/retire': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => retireGrade(write, actor, id, body.version)),
    'DELETE /api/steel-grades/:id': async ({ actor, params: { id }, query }) => {
      await db.tx((write) => removeGrade(write, actor, id, query.version))
    },
  })
}

/** Bars in stock. */
export const stockBarRoutes = ({ db }: Deps): Routes =>
  routes(stockBarsApi, {
    'GET /api/stock-bars': ({ actor, query }) => listStockBars(db.reads, actor, query),
    'POST /api/lots/:id/bars': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => addLotBars(write, actor, id, body))
      return oneLot(db.reads, actor, id)
    },
    'POST /api/stock-bars/:id/scrap': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => scrapBar(write, actor, id, body))
      return oneStockBar(db.reads, actor, id)
    },
  })

/** Stock takes of bars. */
export function stockTakeRoutes({ db, clock }: Deps): Routes {
  const done = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return oneStockTake(db.reads, actor, id)
  }
  return routes(stockTakesApi, {
    'GET /api/stock-takes': ({ actor, query }) => listStockTakes(db.reads, actor, query),
    'GET /api/stock-takes/:id': ({ actor, params: { id } }) => oneStockTake(db.reads, actor, id),
    'POST /api/stock-takes': async ({ actor, body }) => {
      const id = await db.tx((write) => startStockTake(write, actor, body, clock.now()))
      return oneStockTake(db.reads, actor, id)
    },
    'POST /api/stock-takes/:id/counts': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => countBar(write, actor, id, body, clock.now())),
    'POST /api/stock-takes/:id/close': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => closeStockTake(write, actor, id, body, clock.now())),
    'POST /api/stock-takes/:id/cancel': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => cancelStockTake(write, actor, id, body.version)),
  })
}

/** Receipts, their lots, and the receiving plan. */
export function receiptRoutes({ db, clock }: Deps): Routes {
  const lot = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return oneLot(db.reads, actor, id)
  }
  return routes(receiptsApi, {
    'GET /api/receipts': ({ actor, query }) => listReceipts(db.reads, actor, query),
    'POST /api/receipts': async ({ actor, body }) => {
      const id = await db.tx((write) => receiveMaterial(write, actor, body, clock.now()))
      return oneReceipt(db.reads, actor, id)
    },
    'GET /api/receipts/:id': ({ actor, params: { id } }) => oneReceipt(db.reads, actor, id),
    'PATCH /api/receipts/:id': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => changeReceipt(write, actor, id, body))
      return oneReceipt(db.reads, actor, id)
    },
    'POST /api/receipts/:id/lots': async ({ actor, params, body }) => {
      const id = await db.tx((write) => addLot(write, actor, params.id, body))
      return oneLot(db.reads, actor, id)
    },
    'GET /api/lots': ({ actor, query }) => listLots(db.reads, actor, query),
    'POST /api/exports/lots': ({ actor, body }) => exportLots(db, actor, body, clock.now()),
    'PUT /api/lots/:id/location': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => placeLot(write, actor, id, body)),
    'PATCH /api/lots/:id': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => changeLot(write, actor, id, body)),
    'DELETE /api/lots/:id': async ({ actor, params: { id }, query }) => {
      await db.tx((write) => removeLot(write, actor, id, query.version))
    },
    'POST /api/lots/:id/release': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => releaseLot(write, actor, id, body, clock.now())),
    'POST /api/lots/:id/reject': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => rejectLot(write, actor, id, body, clock.now())),
    'POST /api/lots/:id/quarantine': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => quarantineLot(write, actor, id, body, clock.now())),
    'POST /api/lots/:id/concede': ({ actor, params: { id }, body }) =>
      lot(actor, id, (write) => concedeLot(write, actor, id, body, clock.now())),
    'GET /api/material-plan': ({ actor }) => materialPlanOf(db.reads, actor),
    'PUT /api/material-plan': async ({ actor, body }) => {
      await db.tx((write) => saveMaterialPlan(write, actor, body))
      return materialPlanOf(db.reads, actor)
    },
  })
}

/** Material traceability in both directions. */
export function traceRoutes({ db, clock, orders }: Deps): Routes {
  const deps = { reads: db.reads, orders }
  return routes(materialTraceApi, {
    'GET /api/material-trace': ({ actor, query }) => searchTrace(deps, actor.plantId, query.q),
    'GET /api/material-trace/heats/:id': ({ actor, params: { id } }) => traceHeat(deps, actor, id),
    'GET /api/material-trace/pieces/:id': ({ actor, params: { id } }) => tracePiece(deps, actor, id),
    'POST /api/heat-uses': ({ actor, body }) =>
      db.tx((write) => assignHeat(write, actor, orders, body, clock.now())),
    'DELETE /api/heat-uses/:id': async ({ actor, params: { id } }) => {
      await db.tx((write) => takeHeatOff(write, actor, orders, id))
    },
  })
}
