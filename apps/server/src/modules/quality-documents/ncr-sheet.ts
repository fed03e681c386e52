import type { NcrPiece } from '@cloud-factory/contract/ncr/ncr-parts'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import type { Picture } from './inspection-sheet.ts'
import { type NcrDocumentLabels, ncrDocumentLabels } from './ncr-document-labels.ts'
import { sealed } from './document-frame.ts'
import type { SheetFrame } from './quality-document.types.ts'
import { documentLabels } from './document-labels.ts'

export interface NcrContent {
  readonly ncr: NcrDetail
  readonly pieces: readonly NcrPiece[]
}

/** A non-conformance report: what is wrong with which pieces, what was decided, done and verified, and by whom. */
export function ncrSheet(
  { ncr, pieces }: NcrContent,
  pictures: readonly Picture[],
  hash: string | null,
  frame: SheetFrame,
): Sheet {
  const { language, plant } = frame
  const common = documentLabels[language]
  const words = ncrDocumentLabels[language]
  const blocks: Block[] = [
    { kind: 'title', text: words.report, sub: ncr.defect.names[language] },
    { kind: 'facts', columns: 2, items: factsOf(ncr, frame) },
    { kind: 'heading', text: words.description },
    { kind: 'text', text: ncr.description },
    { kind: 'heading', text: words.piecesTitle },
    piecesTable(pieces, words, [common.piece, common.mark]),
    { kind: 'heading', text: words.disposition },
    { kind: 'facts', columns: 2, items: decisionOf(ncr, frame) },
    { kind: 'heading', text: words.decisions },
    stepsTable(ncr, frame),
    ...(pictures.length === 0
      ? []
      : ([
          { kind: 'heading', text: common.photos },
          { kind: 'pictures', items: pictures },
        ] as const)),
    signatures(ncr, frame),
  ]
  return sealed({ title: `${ncr.no} · ${words.report}`, header: [plant, ncr.no], blocks }, hash, frame)
}

type Facts = (readonly [string, Cell])[]
const known = (facts: readonly (readonly [string, Cell | null])[]): Facts =>
  facts.flatMap(([label, value]): Facts => (value === null || value === '' ? [] : [[label, value]]))

function factsOf(ncr: NcrDetail, { language }: SheetFrame): Facts {
  const common = documentLabels[language]
  const words = ncrDocumentLabels[language]
  return known([
    [common.number, ncr.no],
    [words.status, { text: words.statuses[ncr.status], tone: 'strong' }],
    [words.defect, `${ncr.defect.code} ${ncr.defect.names[language]}`],
    [words.severity, words.severities[ncr.severity]],
    [words.source, words.sources[ncr.source]],
    [common.order, ncr.order?.no ?? null],
    [common.mark, ncr.mark],
    [common.pieces, String(ncr.pieces)],
    [words.weight, String(ncr.kg)],
    [words.inspection, ncr.inspection?.no ?? null],
    [words.item, ncr.item?.[language] ?? null],
    [words.crew, ncr.crew?.name ?? null],
    [words.machine, ncr.machine?.name ?? null],
    [words.due, ncr.dueOn],
    [words.cancelled, ncr.cancelReason],
  ])
}

function decisionOf(ncr: NcrDetail, { language }: SheetFrame): Facts {
  const words = ncrDocumentLabels[language]
  if (ncr.disposition === null) return [[words.disposition, { text: words.nothingYet, tone: 'soft' }]]
  const cause = ncr.cause === null ? '' : words.causes[ncr.cause]
  return known([
    [words.disposition, { text: words.dispositions[ncr.disposition], tone: 'strong' }],
    [words.cost, ncr.cost === null ? null : ncr.cost.toFixed(2)],
    [words.cause, [cause, ncr.causeNote].filter((text) => text !== '').join(': ')],
    [words.process, ncr.process?.names[language] ?? null],
    [words.agreedBy, ncr.agreedBy],
    [words.reinspection, ncr.reinspection?.no ?? null],
  ])
}

const piecesTable = (
  pieces: readonly NcrPiece[],
  words: NcrDocumentLabels,
  [piece, mark]: readonly [string, string],
): Block => ({
  kind: 'table',
  columns: [
    { title: piece, share: 2 },
    { title: mark, share: 2 },
    { title: words.weight, share: 1, align: 'right' },
  ],
  rows: pieces.map(({ serial, mark: own, kg }): Cell[] => [serial, own, kg === null ? '—' : String(kg)]),
  empty: words.noPieces,
})

function stepsTable(ncr: NcrDetail, { language, at }: SheetFrame): Block {
  const common = documentLabels[language]
  const words = ncrDocumentLabels[language]
  const { disposed, approved, started, finished, verified } = ncr
  const raised = { at: ncr.raisedAt, by: ncr.raisedBy, note: '' }
  const steps = { raised, disposed, approved, started, finished, verified }
  return {
    kind: 'table',
    columns: [
      { title: words.step, share: 1.4 },
      { title: words.by, share: 1.2 },
      { title: words.when, share: 1.4 },
      { title: common.note, share: 4 },
    ],
    rows: (Object.keys(steps) as (keyof typeof steps)[]).flatMap((step): Cell[][] => {
      const person = steps[step]
      return person === null ? [] : [[words.steps[step], person.by, at(person.at), person.note]]
    }),
  }
}

function signatures({ disposed, approved, verified }: NcrDetail, { language, at }: SheetFrame): Block {
  const { steps } = ncrDocumentLabels[language]
  const signed = (label: string, person: NcrDetail['disposed']) => ({
    label,
    name: person?.by ?? '',
    at: person === null ? '' : at(person.at),
  })
  return {
    kind: 'signatures',
    items: [
      signed(steps.disposed, disposed),
      signed(steps.approved, approved),
      signed(steps.verified, verified),
    ],
  }
}
