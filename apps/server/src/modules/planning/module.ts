import type { CrudDeps } from '../../platform/crud/crud-routes.ts'
import type { Module } from '../../platform/module.ts'
import { planDemo } from './plan.demo.ts'
import { planRoutes } from './plan.routes.ts'
import { seedPlan } from './seed-plan.ts'

/** Processes, routes, workshops, crews and shifts. */
export const planningModule = ({ db, clock }: CrudDeps): Module => ({
  name: 'planning',
  routes: [planRoutes({ db, clock })],
  prepare: seedPlan,
  seedBase: planDemo,
})
