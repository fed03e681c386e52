import { maxRequestWelds, type NdtLine, type NdtRequest } from '@cloud-factory/contract/welding/ndt'
import { sql } from 'kysely'
import { sealOf } from '../quality-records/public.ts'
import { listLines, oneRequest } from '../welding/public.ts'
import { ndtSheet } from './ndt-sheet.ts'
import { countsOf, entriesByLoading } from './document-entries.ts'
import type { QualityDocument, DocumentSource } from './quality-document.types.ts'
import { wordsIn } from './document-words.ts'

/** Reports of non-destructive tests; one is complete when its request is done. */
export const ndtDocuments: DocumentSource = {
  kind: 'ndt',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const request = await oneRequest(deps.db.reads, actor, id)
    const query = { pageSize: maxRequestWelds, sort: 'serial' } as const
    const { items: lines } = await listLines(deps.db.reads, actor, { id }, query)
    const hash = request.status === 'done' ? sealOf(contentOf(request, lines)) : null
    const tested = lines.flatMap(({ result }) => (result === null ? [] : [result.testedAt]))
    return {
      kind: 'ndt',
      id: request.id,
      no: request.no,
      order: request.order,
      hash,
      at: new Date(tested.toSorted().at(-1) ?? request.createdAt),
      title: (language) => {
        const t = wordsIn(language)
        return `${request.no} · ${t('weld.ndt')} · ${t(`welding:method.${request.method}`)}`
      },
      sheet: (frame) => ndtSheet({ request, lines }, hash, frame),
    }
  },
  entries: (deps, actor, orderId) =>
    entriesByLoading(
      ndtDocuments,
      { deps, actor },
      sql`select id from ndt_requests
        where plant_id = ${actor.plantId} and order_id = ${orderId} and status = 'done' order by no`,
    ),
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status = 'done')::int as ready, count(*) filter (where status = 'open')::int as open
        from ndt_requests where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

/** What was asked for and found; where a weld stands since then is no part of it. */
const contentOf = (request: NdtRequest, lines: readonly NdtLine[]) => ({
  kind: 'ndt',
  no: request.no,
  order: request.order.no,
  method: request.method,
  level: request.level,
  standard: request.standard,
  note: request.note,
  requested: [request.createdAt, request.createdBy],
  welds: lines.map(({ serial, mark, no, joint, class: weldClass, lengthMm, thicknessMm, result }) => ({
    weld: [serial, mark, no, joint, weldClass, lengthMm, thicknessMm],
    result: result && [
      result.testedAt,
      result.tester,
      result.testedMm,
      result.verdict,
      result.note,
      result.defects,
    ],
  })),
})
