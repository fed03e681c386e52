import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import { ImportReader } from './import-reader.ts'
import { importRoutes } from './imports.routes.ts'
import { parseInWorker } from './parsing/run-import-worker.ts'
import { importPartsRoutes, importReadingRoutes, partDrawingRoutes } from './reading.routes.ts'
import type { RecordsPort } from './records.port.ts'
import { importRevisionRoutes } from './revision.routes.ts'

interface OrderImportDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: FileStore
  /** What quality has on record of an order's pieces. */
  readonly records: RecordsPort
}

/** Lists of marks and parts: uploaded, read, compared with what the order has, applied, undone. */
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
