import type { NcrPiece } from '@cloud-factory/contract/ncr/ncr-parts'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { type Picture, picturesOf } from './inspection-document.ts'
import {
  sealed,
  countsOf,
  entriesByLoading,
  type SheetFrame,
  type QualityDocument,
  type DocumentSource,
  type DocumentWords,
  wordsIn,
} from './document-frame.ts'
import { ncrPieces, oneNcr } from '../ncr/public.ts'
import { sealOf } from '../quality-records/public.ts'

interface NcrContent {
  readonly ncr: NcrDetail
  readonly pieces: readonly NcrPiece[]
}

/** A non-conformance report: what is wrong with which pieces, what was decided, done and verified, and by whom. */
function ncrSheet(
  { ncr, pieces }: NcrContent,
  pictures: readonly Picture[],
  hash: string | null,
  frame: SheetFrame,
): Sheet {
  const { language, plant } = frame
  const t = wordsIn(language)
  const blocks: Block[] = [
    { kind: 'title', text: t('ncr.report'), sub: ncr.defect.names[language] },
    { kind: 'facts', columns: 2, items: factsOf(ncr, frame) },
    { kind: 'heading', text: t('ncr.description') },
    { kind: 'text', text: ncr.description },
    { kind: 'heading', text: t('ncr.piecesTitle') },
    piecesTable(pieces, t, [t('common:field.serial'), t('common:field.mark')]),
    { kind: 'heading', text: t('ncr.disposition') },
    { kind: 'facts', columns: 2, items: decisionOf(ncr, frame) },
    { kind: 'heading', text: t('ncr.decisions') },
    stepsTable(ncr, frame),
    ...(pictures.length === 0
      ? []
      : ([
          { kind: 'heading', text: t('common:field.photos') },
          { kind: 'pictures', items: pictures },
        ] as const)),
    signatures(ncr, frame),
  ]
  return sealed({ title: `${ncr.no} · ${t('ncr.report')}`, header: [plant, ncr.no], blocks }, hash, frame)
}

type Facts = (readonly [string, Cell])[]
const known = (facts: readonly (readonly [string, Cell | null])[]): Facts =>
  facts.flatMap(([label, value]): Facts => (value === null || value === '' ? [] : [[label, value]]))

function factsOf(ncr: NcrDetail, { language }: SheetFrame): Facts {
  const t = wordsIn(language)
  return known([
    [t('quality-documents:field.no'), ncr.no],
    [t('common:field.status'), { text: t(`ncr.statuses.${ncr.status}`), tone: 'strong' }],
    [t('common:field.defect'), `${ncr.defect.code} ${ncr.defect.names[language]}`],
    [t('common:field.severity'), t(`ncr.severities.${ncr.severity}`)],
    [t('ncr:field.source'), t(`ncr.sources.${ncr.source}`)],
    [t('common:field.order'), ncr.order?.no ?? null],
    [t('common:field.mark'), ncr.mark],
    [t('document.pieces'), String(ncr.pieces)],
    [t('common:field.kg'), String(ncr.kg)],
    [t('common:kind.inspection'), ncr.inspection?.no ?? null],
    [t('common:field.item'), ncr.item?.[language] ?? null],
    [t('ncr.crew'), ncr.crew?.name ?? null],
    [t('ncr:field.machine'), ncr.machine?.name ?? null],
    [t('ncr.due'), ncr.dueOn],
    [t('ncr.cancelled'), ncr.cancelReason],
  ])
}

function decisionOf(ncr: NcrDetail, { language }: SheetFrame): Facts {
  const t = wordsIn(language)
  if (ncr.disposition === null) return [[t('ncr.disposition'), { text: t('ncr.nothingYet'), tone: 'soft' }]]
  const cause = ncr.cause === null ? '' : t(`ncr.causes.${ncr.cause}`)
  return known([
    [t('ncr.disposition'), { text: t(`ncr.dispositions.${ncr.disposition}`), tone: 'strong' }],
    [t('ncr.cost'), ncr.cost === null ? null : ncr.cost.toFixed(2)],
    [t('common:field.cause'), [cause, ncr.causeNote].filter((text) => text !== '').join(': ')],
    [t('ncr.process'), ncr.process?.names[language] ?? null],
    [t('ncr.agreedBy'), ncr.agreedBy],
    [t('ncr.reinspection'), ncr.reinspection?.no ?? null],
  ])
}

const piecesTable = (
  pieces: readonly NcrPiece[],
  t: DocumentWords,
  [piece, mark]: readonly [string, string],
): Block => ({
  kind: 'table',
  columns: [
    { title: piece, share: 2 },
    { title: mark, share: 2 },
    { title: t('common:field.kg'), share: 1, align: 'right' },
  ],
  rows: pieces.map(({ serial, mark: own, kg }): Cell[] => [serial, own, kg === null ? '—' : String(kg)]),
  empty: t('ncr.noPieces'),
})

function stepsTable(ncr: NcrDetail, { language, at }: SheetFrame): Block {
  const t = wordsIn(language)
  const { disposed, approved, started, finished, verified } = ncr
  const raised = { at: ncr.raisedAt, by: ncr.raisedBy, note: '' }
  const steps = { raised, disposed, approved, started, finished, verified }
  return {
    kind: 'table',
    columns: [
      { title: t('ncr.step'), share: 1.4 },
      { title: t('ncr.by'), share: 1.2 },
      { title: t('ncr.when'), share: 1.4 },
      { title: t('common:field.note'), share: 4 },
    ],
    rows: (Object.keys(steps) as (keyof typeof steps)[]).flatMap((step): Cell[][] => {
      const person = steps[step]
      return person === null ? [] : [[t(`ncr.steps.${step}`), person.by, at(person.at), person.note]]
    }),
  }
}

function signatures({ disposed, approved, verified }: NcrDetail, { language, at }: SheetFrame): Block {
  const t = wordsIn(language)
  const signed = (label: string, person: NcrDetail['disposed']) => ({
    label,
    name: person?.by ?? '',
    at: person === null ? '' : at(person.at),
  })
  return {
    kind: 'signatures',
    items: [
      signed(t('ncr.steps.disposed'), disposed),
      signed(t('ncr.steps.approved'), approved),
      signed(t('ncr.steps.verified'), verified),
    ],
  }
}

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
