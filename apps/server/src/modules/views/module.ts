import { viewsApi } from '@cloud-factory/contract/views/views'
import type { Module } from '../../platform/module.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { createView, deleteView, updateView } from './save-view.ts'
import { listViews, oneView } from './views.queries.ts'

/** Saved views of lists: own and shared. */
export const viewsModule = ({ db }: { readonly db: Database }): Module => ({
  name: 'views',
  routes: [viewRoutes(db)],
})

const viewRoutes = ({ reads, tx }: Database): Routes =>
  routes(viewsApi, {
    'GET /api/me/views': ({ actor, query }) => listViews(reads, actor, query.list),
    'POST /api/me/views': async ({ actor, body }) => {
      const id = await tx((write) => createView(write, actor, body))
      return oneView(reads, actor, id)
    },
    'PATCH /api/me/views/:id': async ({ actor, params, body }) => {
      await tx((write) => updateView(write, actor, params.id, body))
      return oneView(reads, actor, params.id)
    },
    'DELETE /api/me/views/:id': async ({ actor, params, query }) => {
      await tx((write) => deleteView(write, actor, params.id, query.version))
    },
  })
