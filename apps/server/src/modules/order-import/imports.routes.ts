import { orderImportsApi } from '@cloud-factory/contract/order-import/order-imports'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { applyImport, discardImport } from './apply-import.ts'
import type { ImportReader } from './import-reader.ts'
import { listFindings, listImportMarks, listImports, oneImport } from './imports.reads.ts'
import type { RecordsPort } from './records.port.ts'
import { startImport } from './start-import.ts'

interface ImportRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly reader: ImportReader
  readonly records: RecordsPort
}

export const importRoutes = ({ db, clock, files, reader, records }: ImportRouteDeps): Routes =>
  routes(orderImportsApi, {
    'POST /api/orders/:id/imports': async ({ actor, params, files: uploads }) => {
      const id = await startImport({ db, files, reader }, actor, params.id, uploads, clock.now())
      return oneImport(db.reads, actor, id, records)
    },
    'GET /api/orders/:id/imports': ({ actor, params, query }) =>
      listImports(db.reads, actor, params.id, query, records),
    'GET /api/imports/:id': ({ actor, params }) => oneImport(db.reads, actor, params.id, records),
    'GET /api/imports/:id/findings': ({ actor, params, query }) =>
      listFindings(db.reads, actor.plantId, params.id, query),
    'GET /api/imports/:id/marks': ({ actor, params, query }) =>
      listImportMarks(db.reads, actor.plantId, params.id, query),
    'POST /api/imports/:id/apply': async ({ actor, params, body }) => {
      await db.tx((write) => applyImport(write, actor, params.id, body?.reason))
      return oneImport(db.reads, actor, params.id, records)
    },
    'POST /api/imports/:id/discard': async ({ actor, params }) => {
      await db.tx((write) => discardImport(write, actor, params.id))
      return oneImport(db.reads, actor, params.id, records)
    },
  })
