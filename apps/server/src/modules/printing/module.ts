import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { printRoutes } from './print.routes.ts'

/** What labels and job cards are printed from. */
export const printingModule = (deps: { readonly db: Database }): Module => ({
  name: 'printing',
  routes: [printRoutes(deps)],
})
