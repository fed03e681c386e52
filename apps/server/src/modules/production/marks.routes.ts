import { orderMarksApi } from '@cloud-factory/contract/order-marks'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listMarks, listParts, listPieces } from '../orders/public.ts'
import { withMissing } from './conforming.ts'
import type { QualityGates } from './inspections.ts'

interface MarkRouteDeps {
  readonly db: Database
  readonly gates: Pick<QualityGates, 'conformity'>
}

export const markRoutes = ({ db, gates: { conformity } }: MarkRouteDeps): Routes =>
  routes(orderMarksApi, {
    'GET /api/orders/:id/marks': ({ actor, params, query }) => listMarks(db.reads, actor, params, query),
    'GET /api/marks/:id/parts': ({ actor, params, query }) =>
      listParts(db.reads, actor.plantId, params, query),
    'GET /api/orders/:id/pieces': async ({ actor, params, query }) => {
      const { items, total } = await listPieces(db.reads, actor.plantId, params, query)
      return { items: await withMissing({ reads: db.reads, conformity }, actor.plantId, items), total }
    },
  })
