import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { documentsDemo } from './documents.demo.ts'
import { documentRoutes } from './documents.routes.ts'

interface QualityDocumentsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
  /** Where the product is reached from outside; null: not said. */
  readonly publicUrl: string | null
}

/** Reports, certificates of conformity and dossiers, as PDF. */
export const qualityDocumentsModule = (deps: QualityDocumentsDeps): Module => ({
  name: 'quality-documents',
  routes: [documentRoutes(deps)],
  demo: (write, context) => documentsDemo(write, context, deps),
})
