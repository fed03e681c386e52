import { sql } from 'kysely'
import { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { DemoContext, Module } from '../../platform/module.ts'
import { asReads, type Write, type Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { demoInspector, type OrdersPort } from '../quality-records/public.ts'
import { gatherDossier, dossierState } from './dossier.ts'
import { keepDossier, issueDocument, type IssueDeps, DocumentProgress } from './issue-document.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { listIssuedDocuments, verified } from './issued-documents.queries.ts'
import { frameOf, pdfFile } from './document-frame.ts'
import { releaseDossier } from './released-dossiers.ts'

interface Deps {
  readonly orders: OrdersPort
  readonly files: FileStore
  readonly publicUrl: string | null
}

/** The dossier of the order whose welds are all tested, given out: what is kept of it, without drawing it. */
async function documentsDemo(write: Write, context: DemoContext, deps: Deps): Promise<void> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from ndt_requests where plant_id = ${context.plantId} and status = 'done' order by id desc limit 1`.execute(
    write,
  )
  const [done] = rows
  if (done === undefined) return
  const actor = demoInspector(context)
  const dossier = await gatherDossier(
    { ...deps, db: { reads: asReads(write) } },
    actor,
    String(done.order_id),
  )
  await keepDossier(write, actor, dossier, context.now)
}

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

/** Papers of quality. */
function documentRoutes(provided: Omit<IssueDeps, 'progress'>): Routes {
  const progress = new DocumentProgress()
  const deps = { ...provided, progress }
  return routes(qualityDocumentsApi, {
    'GET /api/inspections/:id/report': async ({ actor, params, query }) => {
      const document = await inspectionDocuments.load(deps, actor, params.id)
      const frame = await frameOf(deps, actor.plantId, query.language)
      return pdfFile(document.no, [await document.sheet(frame)], frame, document.at)
    },
    'POST /api/quality-documents': ({ actor, body }) => issueDocument(deps, actor, body),
    'GET /api/quality-documents': ({ actor, query }) =>
      listIssuedDocuments(deps.db.reads, actor.plantId, query),
    'GET /api/quality-documents/progress/:key': ({ actor, params }) =>
      Promise.resolve(progress.of(actor.plantId, params.key)),
    'GET /api/orders/:id/dossier': ({ actor, params }) => dossierState(deps, actor.plantId, params.id),
    'POST /api/orders/:id/released-dossiers': ({ actor, params, body }) =>
      releaseDossier(deps, actor, params.id, body.language),
    'GET /api/verifications/:hash': ({ actor, params }) => verified(deps, actor, params.hash),
  })
}
