import { type CoatPiece, type CoatRow, maxCoatPieces } from '@cloud-factory/contract/coating/coatings'
import { sql } from 'kysely'
import { listCoatPieces, oneCoat } from '../coating/public.ts'
import { sealOf } from '../quality-records/public.ts'
import { coatSheet } from './coat-sheet.ts'
import { countsOf, entriesByLoading } from './document-entries.ts'
import type { QualityDocument, DocumentSource } from './quality-document.types.ts'
import { wordsIn } from './document-words.ts'

/** Reports of coats; one is complete when it is judged. */
export const coatDocuments: DocumentSource = {
  kind: 'coat',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const coat = await oneCoat(deps.db.reads, actor, id)
    const query = { pageSize: maxCoatPieces, sort: 'serial' } as const
    const { items: pieces } = await listCoatPieces(deps.db.reads, actor, { id }, query)
    const hash = coat.status === 'draft' ? null : sealOf(contentOf(coat, pieces))
    return {
      kind: 'coat',
      id: coat.id,
      no: coat.no,
      order: coat.order,
      hash,
      at: new Date(coat.judgedAt ?? coat.appliedAt),
      title: (language) => {
        const t = wordsIn(language)
        return `${coat.no} · ${t(`coat.checks.${coat.check}`)} · ${t(`coat.statuses.${coat.status}`)}`
      },
      sheet: (frame) => coatSheet({ coat, pieces }, hash, frame),
    }
  },
  entries: (deps, actor, orderId) =>
    entriesByLoading(
      coatDocuments,
      { deps, actor },
      sql`select id from coats
        where plant_id = ${actor.plantId} and order_id = ${orderId} and status <> 'draft' order by no`,
    ),
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status <> 'draft')::int as ready,
          count(*) filter (where status = 'draft')::int as open
        from coats where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

const contentOf = (coat: CoatRow, pieces: readonly CoatPiece[]) => ({
  kind: 'coat',
  no: coat.no,
  order: coat.order.no,
  spec: coat.spec.code,
  check: coat.check,
  limits: sealedLimits(coat.limits),
  status: coat.status,
  applied: [coat.appliedAt, coat.airC, coat.humidity, coat.substrateC, coat.dewPointC],
  judged: [coat.judgedAt, coat.judgedBy],
  recorded: coat.createdBy,
  note: coat.note,
  pieces: pieces.map(({ serial, mark, readings, verdict }) => [serial, mark, readings, verdict]),
})

/** Without the rule where it is that of spots: reports of before there were others keep their checksum. */
const sealedLimits = ({ rule, ...limits }: CoatRow['limits']) =>
  rule === 'spot' ? limits : { ...limits, rule }
