import { productionApi } from '@cloud-factory/contract/production/production'
import { workApi } from '@cloud-factory/contract/production/work'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneOrder, oneMark, onePiece } from '../orders/public.ts'
import { listProductionLots, oneProductionLot } from './production-lots.queries.ts'
import { chooseRoutes, closeOrder, releaseOrder } from './release-order.ts'
import { completedOrders, pieceDetail } from './conforming.ts'
import { holdMark, resumeMark, holdOrder, resumeOrder, holdPiece, resumePiece } from './hold-orders.ts'
import { listHolds, pieceMatrix } from './production.queries.ts'
import type { WorkPorts } from './work-ports.ts'
import { reportWork, undoReport } from './report-work.ts'
import { listReports, oneReport } from './reports.queries.ts'
import {
  assignPieces,
  createProductionLot,
  deleteProductionLot,
  updateProductionLot,
} from './save-production-lot.ts'
import { scrapPiece } from './set-piece-status.ts'
import { pieceMatches } from './pieces.queries.ts'
import { listReadyLots } from './ready-lots.queries.ts'
import { listReady, scannedPiece } from './work.queries.ts'

interface WorkRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly gates: WorkPorts
}

/** An order after a command on it, with what its list says of closing. */
async function orderRow({ db, clock, gates }: WorkRouteDeps, actor: Actor, id: string): Promise<OrderRow> {
  const found = await oneOrder(db.reads, actor, id, clock.now())
  const [row] = await completedOrders({ reads: db.reads, conformity: gates.conformity }, actor.plantId, [
    found,
  ])
  return row ?? found
}

export const productionRoutes = ({ db, clock, gates }: WorkRouteDeps): Routes =>
  routes(productionApi, {
    'POST /api/orders/:id/release': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => releaseOrder(write, actor, id, body, clock.now()))
      return orderRow({ db, clock, gates }, actor, id)
    },
    'POST /api/orders/:id/close': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => closeOrder(write, actor, id, body, clock.now(), gates.conformity))
      return orderRow({ db, clock, gates }, actor, id)
    },
    'POST /api/orders/:id/hold': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => holdOrder(write, actor, id, body.reason))
      return orderRow({ db, clock, gates }, actor, id)
    },
    'POST /api/orders/:id/resume': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => resumeOrder(write, actor, id, body.reason))
      return orderRow({ db, clock, gates }, actor, id)
    },
    'POST /api/marks/:id/hold': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => holdMark(write, actor, id, body.reason))
      return oneMark(db.reads, actor, id)
    },
    'POST /api/marks/:id/resume': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => resumeMark(write, actor, id, body.reason))
      return oneMark(db.reads, actor, id)
    },
    'POST /api/pieces/:id/hold': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => holdPiece(write, actor, id, body.reason))
      return onePiece(db.reads, actor.plantId, id)
    },
    'POST /api/pieces/:id/resume': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => resumePiece(write, actor, id, body.reason))
      return onePiece(db.reads, actor.plantId, id)
    },
    'POST /api/pieces/:id/scrap': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => scrapPiece(write, actor, id, body))
      return onePiece(db.reads, actor.plantId, id)
    },
    'GET /api/orders/:id/holds': ({ actor, params: { id }, query }) =>
      listHolds(db.reads, actor.plantId, id, query),
    'PUT /api/orders/:id/routes': ({ actor, params: { id }, body }) =>
      db.tx((write) => chooseRoutes(write, actor, id, body)),
    'GET /api/orders/:id/production-lots': ({ actor, params: { id }, query }) =>
      listProductionLots(db.reads, actor, id, query),
    'POST /api/orders/:id/production-lots': async ({ actor, params: { id }, body }) => {
      const productionLotId = await db.tx((write) => createProductionLot(write, actor, id, body))
      return oneProductionLot(db.reads, actor, productionLotId)
    },
    'PATCH /api/production-lots/:id': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => updateProductionLot(write, actor, id, body))
      return oneProductionLot(db.reads, actor, id)
    },
    'DELETE /api/production-lots/:id': async ({ actor, params: { id }, query }) => {
      await db.tx((write) => deleteProductionLot(write, actor, id, query.version))
    },
    'POST /api/production-lots/:id/pieces': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => assignPieces(write, actor, id, body))
      return oneProductionLot(db.reads, actor, id)
    },
  })

export const workRoutes = ({ db, clock, gates }: WorkRouteDeps): Routes =>
  routes(workApi, {
    'GET /api/ready-pieces': ({ actor, query }) => listReady(db.reads, actor, query, gates),
    'GET /api/ready-lots': ({ actor, query }) => listReadyLots(db.reads, actor, query, gates),
    'GET /api/scanned-piece': ({ actor, query }) => scannedPiece(db.reads, actor, query.code, gates),
    'GET /api/piece-matches': async ({ actor, query }) => ({
      items: (await pieceMatches(db.reads, actor.plantId, [query.code], query.gone !== undefined)).flatMap(
        ({ pieces }) => pieces,
      ),
    }),
    'POST /api/piece-matches': async ({ actor, body }) => ({
      items: await pieceMatches(db.reads, actor.plantId, [...new Set(body.codes)]),
    }),
    'GET /api/pieces/:id': ({ actor, params: { id } }) => pieceDetail(db.reads, actor, id, gates),
    'GET /api/orders/:id/matrix': ({ actor, params: { id }, query }) =>
      pieceMatrix(db.reads, actor.plantId, id, query),
    'POST /api/work-reports': ({ actor, body }) =>
      db.tx((write) => reportWork(write, actor, body, clock.now(), gates)),
    'GET /api/work-machines': async ({ actor }) => ({
      items: (await gates.machines.working(db.reads, actor.plantId)).map(({ id, code, name, processId }) => ({
        id: String(id),
        code,
        name,
        processId: processId === null ? null : String(processId),
      })),
    }),
    'GET /api/work-reports': ({ actor, query }) =>
      listReports({ reads: db.reads, ...gates }, actor, query, clock.now()),
    'POST /api/work-reports/:id/undo': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => undoReport(write, actor, id, body.reason, clock.now(), gates.outside))
      return oneReport({ reads: db.reads, ...gates }, actor, id, clock.now())
    },
  })
