import { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { dossierState } from './dossier.ts'
import { inspectionPapers } from './inspection-paper.ts'
import { issuePaper, type IssueDoor } from './issue-paper.ts'
import { listPapers, verified } from './issued-papers.reads.ts'
import { frameOf, pdfFile } from './paper-frame.ts'
import { PaperProgress } from './paper-progress.ts'

/** Papers of quality. */
export function documentRoutes(given: Omit<IssueDoor, 'progress'>): Routes {
  const progress = new PaperProgress()
  const door = { ...given, progress }
  return routes(qualityDocumentsApi, {
    'GET /api/inspections/:id/report': async ({ actor, params, query }) => {
      const paper = await inspectionPapers.load(door, actor, params.id)
      const frame = await frameOf(door, actor.plantId, query.language)
      return pdfFile(paper.no, [await paper.sheet(frame)], frame, paper.at)
    },
    'POST /api/quality-papers': ({ actor, body }) => issuePaper(door, actor, body),
    'GET /api/quality-papers': ({ actor, query }) => listPapers(door.db.reads, actor.plantId, query),
    'GET /api/quality-papers/progress/:key': ({ actor, params }) =>
      Promise.resolve(progress.of(actor.plantId, params.key)),
    'GET /api/orders/:id/dossier': ({ actor, params }) => dossierState(door, actor.plantId, params.id),
    'GET /api/verifications/:hash': ({ actor, params }) => verified(door, actor, params.hash),
  })
}
