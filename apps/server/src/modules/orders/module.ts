import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { exportRoutes, orderRoutes } from './orders.routes.ts'

interface OrdersDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Orders with their marks and pieces: lists, changes, history, files of them. */
export const ordersModule = (deps: OrdersDeps): Module => ({
  name: 'orders',
  routes: [orderRoutes(deps), exportRoutes(deps)],
})
