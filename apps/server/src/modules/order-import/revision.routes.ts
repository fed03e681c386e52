import { importRevisionsApi } from '@cloud-factory/contract/import-revisions'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneImport } from './imports.reads.ts'
import { listChanges } from './changes.reads.ts'
import { compareAgain, decideChanges, decideParts } from './decide-changes.ts'
import type { RecordsPort } from './records.port.ts'
import { undoImport } from './undo-import.ts'

interface RevisionDeps {
  readonly db: Database
  readonly records: RecordsPort
}

export const importRevisionRoutes = ({ db, records }: RevisionDeps): Routes =>
  routes(importRevisionsApi, {
    'POST /api/imports/:id/compare': async ({ actor, params, body }) => {
      await db.tx((write) => compareAgain(write, actor, params.id, body))
      return oneImport(db.reads, actor, params.id, records)
    },
    'GET /api/imports/:id/changes': ({ actor, params, query }) =>
      listChanges(db.reads, actor.plantId, params.id, query),
    'POST /api/imports/:id/decisions': async ({ actor, params, body }) => {
      await db.tx((write) => decideChanges(write, actor, params.id, body))
      return oneImport(db.reads, actor, params.id, records)
    },
    'POST /api/imports/:id/part-decisions': async ({ actor, params, body }) => {
      await db.tx((write) => decideParts(write, actor, params.id, body))
      return oneImport(db.reads, actor, params.id, records)
    },
    'POST /api/imports/:id/undo': async ({ actor, params }) => {
      await db.tx((write) => undoImport(write, actor, params.id, records))
      return oneImport(db.reads, actor, params.id, records)
    },
  })
