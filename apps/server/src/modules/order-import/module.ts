import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import { ImportReader, readAgain } from './import-reader.ts'
import { importRoutes, importTemplate } from './imports.routes.ts'
import { parseInWorker } from './parsing/run-import-worker.ts'
import { type RecordsPort, undoImport } from './undo-import.ts'
import {
  importRevisionsApi,
  importPartsApi,
  partDrawingsApi,
} from '@cloud-factory/contract/order-import/import-revisions'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneImport } from './imports.queries.ts'
import { listChanges, listImportParts, importSample, partDrawing } from './changes.queries.ts'
import { importFile } from './import-files.ts'
import { compareAgain, decideChanges, decideParts } from './changes.store.ts'
import { importReadingsApi } from '@cloud-factory/contract/order-import/import-readings'

interface ReadingRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly reader: ImportReader
  readonly records: RecordsPort
}

const importReadingRoutes = ({ db, clock, files, reader, records }: ReadingRouteDeps): Routes =>
  routes(importReadingsApi, {
    'GET /api/imports/:id/sample': ({ actor, params }) => importSample(db.reads, actor.plantId, params.id),
    'POST /api/imports/:id/read': async ({ actor, params, body }) => {
      await readAgain({ db, reader }, actor, params.id, body)
      return oneImport(db.reads, actor, params.id, records)
    },
    'GET /api/imports/:id/files/:position': ({ actor, params }) =>
      importFile(db.reads, files, actor.plantId, params),
    'GET /api/import-template': async ({ query }) => importTemplate(query.format, clock.now()),
  })

const importPartsRoutes = ({ db }: Pick<ReadingRouteDeps, 'db'>): Routes =>
  routes(importPartsApi, {
    'GET /api/imports/:id/parts': ({ actor, params, query }) =>
      listImportParts(db.reads, actor.plantId, params.id, query),
  })

const partDrawingRoutes = ({ db }: Pick<ReadingRouteDeps, 'db'>): Routes =>
  routes(partDrawingsApi, {
    'GET /api/parts/:id/drawing': ({ actor, params }) => partDrawing(db.reads, actor.plantId, params.id),
  })

interface RevisionDeps {
  readonly db: Database
  readonly records: RecordsPort
}

const importRevisionRoutes = ({ db, records }: RevisionDeps): Routes =>
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

interface OrderImportDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: FileStore
  /** Quality records of an order's pieces. */
  readonly records: RecordsPort
}

/** Lists of marks and parts: upload, read, compare with the order, apply, undo. */
export function orderImportModule({ db, clock, log, files, records }: OrderImportDeps): Module {
  const reader = new ImportReader({ db, files, log, parse: parseInWorker })
  const deps = { db, clock, files, reader, records }
  return {
    name: 'order-import',
    routes: [
      importRoutes(deps),
      importRevisionRoutes(deps),
      importReadingRoutes(deps),
      partDrawingRoutes(deps),
      importPartsRoutes(deps),
    ],
    start: () => reader.start(),
    close: () => reader.close(),
  }
}
