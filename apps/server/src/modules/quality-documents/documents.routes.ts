import { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { dossierState } from './dossier.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { issueDocument, type IssueDeps } from './issue-document.ts'
import { listIssuedDocuments, verified } from './issued-documents.reads.ts'
import { frameOf, pdfFile } from './document-frame.ts'
import { DocumentProgress } from './document-progress.ts'

/** Papers of quality. */
export function documentRoutes(given: Omit<IssueDeps, 'progress'>): Routes {
  const progress = new DocumentProgress()
  const deps = { ...given, progress }
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
    'GET /api/verifications/:hash': ({ actor, params }) => verified(deps, actor, params.hash),
  })
}
