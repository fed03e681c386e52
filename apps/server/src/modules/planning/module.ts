import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { planDemo } from './plan.demo.ts'
import { planRoutes } from './plan.routes.ts'
import { seedPlan } from './seed-plan.ts'

/** Processes, routes, workshops, crews and shifts. */
export const planningModule = ({ db }: { readonly db: Database }): Module => ({
  name: 'planning',
  routes: [planRoutes({ db })],
  prepare: seedPlan,
  seedBase: planDemo,
})
