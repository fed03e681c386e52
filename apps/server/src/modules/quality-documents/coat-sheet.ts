import {
  coatPoints,
  coatSpots,
  judgeFilm,
  judgeFire,
  type PieceVerdict,
} from '@cloud-factory/domain/coating/coats.rules'
import type { CoatPiece, CoatRow } from '@cloud-factory/contract/coating/coatings'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { type CoatDocumentLabels, coatDocumentLabels } from './coat-document-labels.ts'
import { sealed } from './document-frame.ts'
import type { SheetFrame } from './quality-document.types.ts'
import { documentLabels } from './document-labels.ts'

export interface CoatContent {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
}

/** The report of a coat: the spots or sections of each measured piece with their readings and means. */
export function coatSheet({ coat, pieces }: CoatContent, hash: string | null, frame: SheetFrame): Sheet {
  const { language, plant, at } = frame
  const common = documentLabels[language]
  const words = coatDocumentLabels[language]
  const measured = pieces.filter(hasReadings)
  const others = pieces.filter((piece) => !hasReadings(piece))
  const facts: (readonly [string, Cell])[] = [
    [common.number, coat.no],
    [common.verdict, statusCell(coat, words)],
    [common.order, coat.order.no],
    [words.check, words.checks[coat.check]],
    [words.spec, coat.spec.code],
    [words.applied, at(coat.appliedAt)],
    [common.pieces, words.measuredOf(measured.length, coat.pieces)],
  ]
  const blocks: Block[] = [
    { kind: 'title', text: words.report, sub: words.checks[coat.check] },
    { kind: 'facts', columns: 2, items: facts },
    {
      kind: 'facts',
      columns: 1,
      items: [
        [words.climate, words.climateOf(coat)],
        [words.limits, limitsOf(coat, words)],
      ],
    },
    { kind: 'heading', text: words.readings(unitOf(coat)) },
    (hasUsualSpots(coat, measured) ? readingsTable : rowsTable)(
      coat,
      measured,
      words,
      common.judged,
      common.piece,
    ),
    ...(others.length === 0
      ? []
      : [
          {
            kind: 'text',
            text: `${words.unmeasured}: ${others.map(({ serial }) => serial).join('  ')}`,
            tone: 'soft',
          } as const,
        ]),
    ...(coat.note === '' ? [] : [{ kind: 'text', text: `${common.note}: ${coat.note}` } as const]),
    {
      kind: 'signatures',
      items: [
        { label: words.painter, name: coat.createdBy, at: at(coat.appliedAt) },
        {
          label: words.judge,
          name: coat.judgedBy ?? '',
          at: coat.judgedAt === null ? '' : at(coat.judgedAt),
        },
        { label: common.supervisor, name: '', at: '' },
      ],
    },
  ]
  return sealed({ title: `${coat.no} · ${words.report}`, header: [plant, coat.no], blocks }, hash, frame)
}

const unitOf = ({ check }: CoatRow): string => (check === 'film' ? 'μm' : 'mm')

const hasUsualSpots = ({ check }: CoatRow, pieces: readonly CoatPiece[]): boolean =>
  check === 'film' &&
  pieces.every(({ readings }) => readings.length === coatSpots && readings[0]?.length === coatPoints)

const hasReadings = ({ readings }: CoatPiece): boolean =>
  readings.some((spot) => spot.some((reading) => reading !== null))

function statusCell({ status }: CoatRow, words: CoatDocumentLabels): Cell {
  const text = words.statuses[status]
  return { text, tone: status === 'fail' ? 'bad' : status === 'draft' ? 'soft' : 'strong' }
}

function limitsOf(
  { check, limits: { minUm, maxUm, allowanceUm, rule, fire } }: CoatRow,
  words: CoatDocumentLabels,
) {
  if (check === 'fire') return fire === null ? '' : words.fire[fire.type](fire.designMm)
  const most = maxUm === null ? [] : [words.atMost(maxUm)]
  return [words.atLeast(minUm), ...most, words.rules[rule](allowanceUm)].join(', ')
}

function readingsTable(
  coat: CoatRow,
  pieces: readonly CoatPiece[],
  words: CoatDocumentLabels,
  judged: string,
  piece: string,
): Block {
  return {
    kind: 'table',
    columns: [
      { title: piece, share: 1.7 },
      ...[1, 2, 3, 4, 5].map((number) => ({ title: words.spot(number), share: 1.3 })),
      { title: judged, share: 1, align: 'center' },
    ],
    rows: pieces.map(({ serial, readings, verdict }): Cell[] => [
      serial,
      ...spotsOf(coat, readings).map(({ mean, inside }, at): Cell => {
        const read = (readings[at] ?? []).map((reading) => reading ?? '–').join('  ')
        const text = mean === null ? read : `${read}\n${words.mean} ${mean}`
        return inside === false ? { text, tone: 'bad' } : text
      }),
      verdictCell(verdict, words),
    ]),
    empty: words.noReadings,
  }
}

const verdictCell = (verdict: CoatPiece['verdict'], words: CoatDocumentLabels): Cell => {
  if (verdict === null) return ''
  return verdict === 'fail' ? { text: words.statuses.fail, tone: 'bad' } : words.statuses.pass
}

/** Of sections of a fire coating, and of films with other numbers of readings than five spots of three: a line each. */
function rowsTable(
  coat: CoatRow,
  pieces: readonly CoatPiece[],
  words: CoatDocumentLabels,
  judged: string,
  piece: string,
): Block {
  return {
    kind: 'table',
    columns: [
      { title: piece, share: 1.7 },
      { title: coat.check === 'fire' ? words.section : words.group, share: 0.8, align: 'center' },
      { title: words.readings(unitOf(coat)), share: 4.4 },
      { title: words.mean, share: 1, align: 'right' },
      { title: judged, share: 1, align: 'center' },
    ],
    rows: pieces.flatMap(({ serial, readings, verdict }) =>
      spotsOf(coat, readings).map(({ mean }, at): Cell[] => [
        at === 0 ? serial : '',
        String(at + 1),
        (readings[at] ?? []).map((reading) => reading ?? '–').join('  '),
        mean === null ? '' : String(mean),
        at === 0 ? verdictCell(verdict, words) : '',
      ]),
    ),
    empty: words.noReadings,
  }
}

/** Each spot with its mean, by the law that judges them. */
function spotsOf({ check, limits }: CoatRow, readings: CoatPiece['readings']): PieceVerdict['spots'] {
  return check === 'fire' && limits.fire !== null
    ? judgeFire(limits.fire, readings).spots
    : judgeFilm(limits, readings).spots
}
