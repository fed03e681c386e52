import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { projectRoutes } from './projects.routes.ts'

/** Projects: what orders belong to. */
export const projectsModule = (deps: { readonly db: Database }): Module => ({
  name: 'projects',
  routes: [projectRoutes(deps)],
})
