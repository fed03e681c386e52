import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import { documentsDemo } from './documents.demo.ts'
import { documentRoutes } from './documents.routes.ts'

interface OrderDocumentsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
}

/** Drawings and papers of an order, with their revisions. */
export const orderDocumentsModule = (deps: OrderDocumentsDeps): Module => ({
  name: 'order-documents',
  routes: [documentRoutes(deps)],
  demo: (write, context) => documentsDemo(write, context, deps.files),
})
