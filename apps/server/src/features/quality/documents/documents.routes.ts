import { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { lockedInspection } from './locked-inspection.reads.ts'
import { inspectionReport, orderDossier, type PaperDoor } from './quality-papers.ts'

export const documentRoutes = (door: PaperDoor): Routes =>
  routes(qualityDocumentsApi, {
    'GET /api/inspections/:id/report': ({ actor, params, query }) =>
      inspectionReport(door, actor, params.id, query),
    'GET /api/orders/:id/dossier': ({ actor, params, query }) => orderDossier(door, actor, params.id, query),
    'GET /api/locked-inspections/:hash': ({ actor, params }) =>
      lockedInspection(door.db.reads, actor.plantId, params.hash),
  })
