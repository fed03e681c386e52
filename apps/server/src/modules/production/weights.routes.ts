import { projectWeightsApi } from '@cloud-factory/contract/processes'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { setWeights } from './save-weights.ts'
import { weightsOf } from './weights.reads.ts'

export const weightRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(projectWeightsApi, {
    'GET /api/projects/:id/weights': ({ actor, params }) => weightsOf(db.reads, actor, params.id),
    'PUT /api/projects/:id/weights': async ({ actor, params, body }) => {
      await db.tx((write) => setWeights(write, actor, params.id, body))
      return weightsOf(db.reads, actor, params.id)
    },
  })
