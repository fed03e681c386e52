import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { PieceNeed } from '@cloud-factory/domain/conformity/conformity'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { orderExportsApi } from '@cloud-factory/contract/orders/order-exports'
import { ordersApi } from '@cloud-factory/contract/orders/orders'
import { fail } from '../../platform/http/domain-error.ts'
import { proposedNumber } from '../../platform/db/next-number.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { exportMarks, exportOrders, exportPieces } from './export-orders.ts'
import { assignOrder, deleteOrder, moveOrder, createOrder, setDueDays, updateOrder } from './save-order.ts'
import { orderHistory } from './pieces.queries.ts'
import { orderCounts } from './order-risk.queries.ts'
import { listOrders, oneOrder } from './orders.queries.ts'

interface OrdersDeps {
  readonly db: Database
  readonly clock: Clock
  /** Adds what is known above this module: whether the pieces of orders conform, and their material. */
  readonly completed: (plantId: number, rows: readonly OrderRow[]) => Promise<OrderRow[]>
  /** Select of the pieces of an order that lack one of these; null: the needs do not matter. */
  readonly lacking: (
    plantId: number,
    orderId: string,
    needs: readonly PieceNeed[] | undefined,
  ) => RawBuilder<{ id: number }> | null
}

function orderRoutes({ db, clock, completed }: OrdersDeps): Routes {
  const one = async (actor: Actor, id: string): Promise<OrderRow> => {
    const [order] = await completed(actor.plantId, [await oneOrder(db.reads, actor, id, clock.now())])
    return order ?? fail('not_found')
  }
  return routes(
    ordersApi,
    {
      'GET /api/orders': async ({ actor, query }) => {
        const found = await listOrders(db.reads, actor, query, clock.now())
        return { ...found, items: await completed(actor.plantId, found.items) }
      },
      'GET /api/order-counts': ({ actor }) => orderCounts(db.reads, actor.plantId, clock.now()),
      'GET /api/orders/:id': ({ actor, params }) => one(actor, params.id),
      'GET /api/next-order-no': async ({ actor }) => ({
        no: await proposedNumber(db.reads, actor.plantId, clock.now(), { table: 'orders', column: 'no' }),
      }),
      'POST /api/orders': async ({ actor, body }) => {
        const id = await db.tx((write) => createOrder(write, actor, body))
        return one(actor, id)
      },
      'PATCH /api/orders/:id': async ({ actor, params, body }) => {
        await db.tx((write) => updateOrder(write, actor, params.id, body, clock.now()))
        return one(actor, params.id)
      },
      'POST /api/orders/:id/assign': async ({ actor, params, body }) => {
        await db.tx((write) => assignOrder(write, actor, params.id, body, clock.now()))
        return one(actor, params.id)
      },
      'POST /api/orders/due-days': ({ actor, body }) =>
        db.tx((write) => setDueDays(write, actor, body, clock.now())),
      'POST /api/orders/:id/status': async ({ actor, params, body }) => {
        await db.tx((write) => moveOrder(write, actor, params.id, body, clock.now()))
        return one(actor, params.id)
      },
      'DELETE /api/orders/:id': async ({ actor, params, query }) => {
        await db.tx((write) => deleteOrder(write, actor, params.id, query.version, clock.now()))
      },
      'GET /api/orders/:id/history': ({ actor, params, query }) =>
        orderHistory(db.reads, actor.plantId, params.id, query),
    },
    { cached: ['GET /api/orders', 'GET /api/order-counts'] },
  )
}

const exportRoutes = ({ db, clock, lacking }: OrdersDeps): Routes =>
  routes(orderExportsApi, {
    'POST /api/exports/orders': ({ actor, body }) => exportOrders(db, actor, body, clock.now()),
    'POST /api/exports/orders/:id/marks': ({ actor, params, body }) =>
      exportMarks(db.reads, actor, params.id, body, clock.now()),
    'POST /api/exports/orders/:id/pieces': ({ actor, params, body }) =>
      exportPieces(
        db.reads,
        actor,
        params.id,
        body,
        clock.now(),
        lacking(actor.plantId, params.id, body.missing),
      ),
  })

/** Orders with their marks and pieces: lists, changes, history, files of them. */
export const ordersModule = (deps: OrdersDeps): Module => ({
  name: 'orders',
  routes: [orderRoutes(deps), exportRoutes(deps)],
})
