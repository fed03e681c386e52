import { partsApi } from '@cloud-factory/contract/parts/parts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import { kitOf, kitParts } from './kits.ts'
import { listOrderParts, listPartReports, partReportsById } from './parts.queries.ts'
import { reportParts, undoPartReport } from './report-parts.ts'

interface PartsDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

/** Parts of assemblies from cutting to fit-up: counters, reports, kits. */
export function partsModule({ db, clock }: PartsDeps): Module {
  const parts = routes(partsApi, {
    'GET /api/orders/:id/parts': ({ actor, params, query }) =>
      listOrderParts(db.reads, actor, params.id, query),
    'POST /api/orders/:id/part-reports': async ({ actor, params, body }) => {
      const ids = await db.tx((write) => reportParts(write, actor, params.id, body, clock.now()))
      return { items: await partReportsById(db.reads, actor, ids) }
    },
    'GET /api/orders/:id/part-reports': ({ actor, params, query }) =>
      listPartReports(db.reads, actor, params.id, query),
    'POST /api/part-reports/:id/undo': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => undoPartReport(write, actor, id, body.reason, clock.now()))
      const [report] = await partReportsById(db.reads, actor, [Number(id)])
      return report ?? fail('not_found')
    },
    'GET /api/marks/:id/kit': ({ actor, params, query }) => kitOf(db.reads, actor, params.id, query.pieces),
    'POST /api/marks/:id/kit': ({ actor, params, body }) =>
      db.tx((write) => kitParts(write, actor, params.id, body.pieces, clock.now())),
  })
  return { name: 'parts', routes: [parts] }
}
