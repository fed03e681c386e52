import type { NcrPiece } from '@cloud-factory/contract/ncr/ncr-parts'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import { ncrPieces, oneNcr } from '../ncr/public.ts'
import { sealOf } from '../quality-records/public.ts'
import { ncrSheet } from './ncr-sheet.ts'
import { countsOf, entriesByLoading } from './document-entries.ts'
import type { QualityDocument, DocumentSource } from './quality-document.types.ts'
import { picturesOf } from './pictures.ts'
import { wordsIn } from './document-words.ts'

/** Non-conformance reports; one is complete when it is closed. What was cancelled is no part of a dossier. */
export const ncrDocuments: DocumentSource = {
  kind: 'ncr',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const { reads } = deps.db
    // Days that it has been open are no part of the paper, so the hour does not matter.
    const ncr = await oneNcr(reads, actor, deps.orders, id, new Date(0))
    const { items: pieces } = await ncrPieces(reads, actor.plantId, deps.orders, id)
    const photos = sql`select sha256, name as caption from ncr_photos
      where plant_id = ${actor.plantId} and ncr_id = ${id} and type in ('image/jpeg', 'image/png') order by id`
    const hash = ncr.closedAt === null ? null : sealOf(contentOf(ncr, pieces))
    return {
      kind: 'ncr',
      id: ncr.id,
      no: ncr.no,
      order: ncr.order,
      hash,
      at: new Date(ncr.closedAt ?? ncr.raisedAt),
      title: (language) => {
        const t = wordsIn(language)
        return `${ncr.no} · ${ncr.defect.names[language]} · ${t(`ncr.statuses.${ncr.status}`)}`
      },
      sheet: async (frame) => ncrSheet({ ncr, pieces }, await picturesOf(deps, photos), hash, frame),
    }
  },
  entries: (deps, actor, orderId) =>
    entriesByLoading(
      ncrDocuments,
      { deps, actor },
      sql`select id from ncrs where plant_id = ${actor.plantId} and status = 'closed'
        and id in (select ncr_id from ncr_pieces where order_id = ${orderId}) order by no`,
    ),
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status = 'closed')::int as ready,
          count(*) filter (where closed_at is null)::int as open
        from ncrs where plant_id = ${plantId}
          and id in (select ncr_id from ncr_pieces where order_id = ${orderId})`,
    ),
}

const contentOf = (ncr: NcrDetail, pieces: readonly NcrPiece[]) => ({
  kind: 'ncr',
  ...linksOf(ncr),
  no: ncr.no,
  status: ncr.status,
  source: ncr.source,
  severity: ncr.severity,
  defect: ncr.defect.code,
  description: ncr.description,
  disposition: ncr.disposition,
  cause: [ncr.cause, ncr.causeNote],
  cost: ncr.cost,
  dueOn: ncr.dueOn,
  raised: [ncr.raisedAt, ncr.raisedBy],
  steps: [ncr.disposed, ncr.approved, ncr.started, ncr.finished, ncr.verified],
  agreedBy: ncr.agreedBy,
  closedAt: ncr.closedAt,
  cancelReason: ncr.cancelReason,
  pieces: pieces.map(({ serial, mark, kg }) => [serial, mark, kg]),
  photos: ncr.photos.map(({ name, bytes }) => [name, bytes]),
})

const linksOf = ({ order, inspection, item, receipt, process, crew, machine, reinspection }: NcrDetail) => ({
  order: order?.no ?? null,
  links: [inspection, receipt, reinspection].map((link) => link?.no ?? null),
  item: item?.zh ?? null,
  process: process?.code ?? null,
  crew: crew?.name ?? null,
  // Left out where none is named: papers given out before machines were keep their hash.
  ...(machine === null ? {} : { machine: machine.name }),
})
