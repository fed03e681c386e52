import { importReadingsApi } from '@cloud-factory/contract/import-readings'
import { importPartsApi } from '@cloud-factory/contract/import-parts'
import { partDrawingsApi } from '@cloud-factory/contract/part-drawings'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { ImportReader } from './import-reader.ts'
import { oneImport } from './imports.reads.ts'
import { listImportParts } from './part-files.reads.ts'
import type { RecordsPort } from './records.port.ts'
import { importFile, importSample } from './import-files.reads.ts'
import { importTemplate } from './import-template.ts'
import { partDrawing } from './part-drawing.reads.ts'
import { readAgain } from './read-again.ts'

export interface ReadingRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly reader: ImportReader
  readonly records: RecordsPort
}

export const importReadingRoutes = ({ db, clock, files, reader, records }: ReadingRouteDeps): Routes =>
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

export const importPartsRoutes = ({ db }: Pick<ReadingRouteDeps, 'db'>): Routes =>
  routes(importPartsApi, {
    'GET /api/imports/:id/parts': ({ actor, params, query }) =>
      listImportParts(db.reads, actor.plantId, params.id, query),
  })

export const partDrawingRoutes = ({ db }: Pick<ReadingRouteDeps, 'db'>): Routes =>
  routes(partDrawingsApi, {
    'GET /api/parts/:id/drawing': ({ actor, params }) => partDrawing(db.reads, actor.plantId, params.id),
  })
