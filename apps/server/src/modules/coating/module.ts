import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { coatingRoutes } from './coating.routes.ts'
import { coatsDemo } from './coats.demo.ts'

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
