import type { CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Module } from '../../platform/module.ts'
import { planDemo, seedPlan } from './seed-plan.ts'
import { planRoutes } from './plan.routes.ts'

/** Processes, routes, workshops, crews and shifts. */
export const planningModule = ({ db, clock }: CrudDeps): Module => ({
  name: 'planning',
  routes: [planRoutes({ db, clock })],
  prepare: seedPlan,
  seedBase: planDemo,
})
