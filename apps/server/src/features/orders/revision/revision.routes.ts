import { importRevisionsApi } from '@cloud-factory/contract/import-revisions'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { oneImport } from '../imports.reads.ts'
import { listChanges } from './changes.reads.ts'
import { compareAgain, decideChanges } from './decide-changes.ts'
import { undoImport } from './undo-import.ts'

export const importRevisionRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(importRevisionsApi, {
    'POST /api/imports/:id/compare': async ({ actor, params, body }) => {
      await db.tx((write) => compareAgain(write, actor, params.id, body.whole))
      return oneImport(db.reads, actor, params.id)
    },
    'GET /api/imports/:id/changes': ({ actor, params, query }) =>
      listChanges(db.reads, actor.plantId, params.id, query),
    'POST /api/imports/:id/decisions': async ({ actor, params, body }) => {
      await db.tx((write) => decideChanges(write, actor, params.id, body))
      return oneImport(db.reads, actor, params.id)
    },
    'POST /api/imports/:id/undo': async ({ actor, params }) => {
      await db.tx((write) => undoImport(write, actor, params.id))
      return oneImport(db.reads, actor, params.id)
    },
  })
