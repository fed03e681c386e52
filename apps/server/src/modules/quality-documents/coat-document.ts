import {
  coatPoints,
  coatSpots,
  judgeFilm,
  judgeFire,
  type PieceVerdict,
} from '@cloud-factory/domain/coating/coats.rules'
import { type CoatPiece, type CoatRow, maxCoatPieces } from '@cloud-factory/contract/coating/coatings'
import { sql } from 'kysely'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
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
import { listCoatPieces, oneCoat } from '../coating/public.ts'
import { sealOf } from '../quality-records/public.ts'

export interface CoatContent {
  readonly coat: CoatRow
  readonly pieces: readonly CoatPiece[]
}

/** The report of a coat: the spots or sections of each measured piece with their readings and means. */
export function coatSheet({ coat, pieces }: CoatContent, hash: string | null, frame: SheetFrame): Sheet {
  const { language, plant, at } = frame
  const t = wordsIn(language)
  const { airC, humidity, substrateC, dewPointC } = coat
  const measured = pieces.filter(hasReadings)
  const others = pieces.filter((piece) => !hasReadings(piece))
  const facts: (readonly [string, Cell])[] = [
    [t('quality-documents:field.no'), coat.no],
    [t('common:field.verdict'), statusCell(coat, t)],
    [t('common:field.order'), coat.order.no],
    [t('coat.check'), t(`coat.checks.${coat.check}`)],
    [t('coat.spec'), coat.spec.code],
    [t('coat.applied'), at(coat.appliedAt)],
    [t('document.pieces'), t('coat.measuredOf', { measured: measured.length, pieces: coat.pieces })],
  ]
  const blocks: Block[] = [
    { kind: 'title', text: t('coat.report'), sub: t(`coat.checks.${coat.check}`) },
    { kind: 'facts', columns: 2, items: facts },
    {
      kind: 'facts',
      columns: 1,
      items: [
        [t('coat.climate'), t('coat.climateOf', { airC, humidity, substrateC, dewPointC })],
        [t('coat.limits'), limitsOf(coat, t)],
      ],
    },
    { kind: 'heading', text: t('coat.readings', { unit: unitOf(coat) }) },
    (hasUsualSpots(coat, measured) ? readingsTable : rowsTable)(coat, measured, t),
    ...(others.length === 0
      ? []
      : [
          {
            kind: 'text',
            text: `${t('coat.unmeasured')}: ${others.map(({ serial }) => serial).join('  ')}`,
            tone: 'soft',
          } as const,
        ]),
    ...(coat.note === '' ? [] : [{ kind: 'text', text: `${t('common:field.note')}: ${coat.note}` } as const]),
    {
      kind: 'signatures',
      items: [
        { label: t('coating:field.createdBy'), name: coat.createdBy, at: at(coat.appliedAt) },
        {
          label: t('coating:field.judgedBy'),
          name: coat.judgedBy ?? '',
          at: coat.judgedAt === null ? '' : at(coat.judgedAt),
        },
        { label: t('document.supervisor'), name: '', at: '' },
      ],
    },
  ]
  return sealed({ title: `${coat.no} · ${t('coat.report')}`, header: [plant, coat.no], blocks }, hash, frame)
}

const unitOf = ({ check }: CoatRow): string => (check === 'film' ? 'μm' : 'mm')

const hasUsualSpots = ({ check }: CoatRow, pieces: readonly CoatPiece[]): boolean =>
  check === 'film' &&
  pieces.every(({ readings }) => readings.length === coatSpots && readings[0]?.length === coatPoints)

const hasReadings = ({ readings }: CoatPiece): boolean =>
  readings.some((spot) => spot.some((reading) => reading !== null))

function statusCell({ status }: CoatRow, t: DocumentWords): Cell {
  const text = t(`coat.statuses.${status}`)
  return { text, tone: status === 'fail' ? 'bad' : status === 'draft' ? 'soft' : 'strong' }
}

function limitsOf({ check, limits: { minUm, maxUm, allowanceUm, rule, fire } }: CoatRow, t: DocumentWords) {
  if (check === 'fire') return fire === null ? '' : t(`coat.fire.${fire.type}`, { mm: fire.designMm })
  const most = maxUm === null ? [] : [t('coat.atMost', { um: maxUm })]
  return [t('coat.atLeast', { um: minUm }), ...most, t(`coat.rules.${rule}`, { um: allowanceUm })].join(', ')
}

function readingsTable(coat: CoatRow, pieces: readonly CoatPiece[], t: DocumentWords): Block {
  return {
    kind: 'table',
    columns: [
      { title: t('common:field.serial'), share: 1.7 },
      ...[1, 2, 3, 4, 5].map((number) => ({ title: t('coating:readings.spot', { number }), share: 1.3 })),
      { title: t('common:field.verdict'), share: 1, align: 'center' },
    ],
    rows: pieces.map(({ serial, readings, verdict }): Cell[] => [
      serial,
      ...spotsOf(coat, readings).map(({ mean, inside }, at): Cell => {
        const read = (readings[at] ?? []).map((reading) => reading ?? '–').join('  ')
        const text = mean === null ? read : `${read}\n${t('coat.mean')} ${mean}`
        return inside === false ? { text, tone: 'bad' } : text
      }),
      verdictCell(verdict, t),
    ]),
    empty: t('coat.noReadings'),
  }
}

const verdictCell = (verdict: CoatPiece['verdict'], t: DocumentWords): Cell => {
  if (verdict === null) return ''
  return verdict === 'fail' ? { text: t('coat.statuses.fail'), tone: 'bad' } : t('coat.statuses.pass')
}

/** Of sections of a fire coating, and of films with other numbers of readings than five spots of three: a line each. */
function rowsTable(coat: CoatRow, pieces: readonly CoatPiece[], t: DocumentWords): Block {
  return {
    kind: 'table',
    columns: [
      { title: t('common:field.serial'), share: 1.7 },
      { title: coat.check === 'fire' ? t('coat.section') : t('coat.group'), share: 0.8, align: 'center' },
      { title: t('coat.readings', { unit: unitOf(coat) }), share: 4.4 },
      { title: t('coat.mean'), share: 1, align: 'right' },
      { title: t('common:field.verdict'), share: 1, align: 'center' },
    ],
    rows: pieces.flatMap(({ serial, readings, verdict }) =>
      spotsOf(coat, readings).map(({ mean }, at): Cell[] => [
        at === 0 ? serial : '',
        String(at + 1),
        (readings[at] ?? []).map((reading) => reading ?? '–').join('  '),
        mean === null ? '' : String(mean),
        at === 0 ? verdictCell(verdict, t) : '',
      ]),
    ),
    empty: t('coat.noReadings'),
  }
}

/** Each spot with its mean, by the law that judges them. */
function spotsOf({ check, limits }: CoatRow, readings: CoatPiece['readings']): PieceVerdict['spots'] {
  return check === 'fire' && limits.fire !== null
    ? judgeFire(limits.fire, readings).spots
    : judgeFilm(limits, readings).spots
}

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
