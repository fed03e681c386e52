import {
  type NdtLine,
  type NdtRequest,
  type NdtResult,
  maxRequestWelds,
} from '@cloud-factory/contract/welding/ndt'
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
import { sealOf } from '../quality-records/public.ts'
import { listLines, oneRequest } from '../welding/public.ts'

/** A request with its welds; a weld that was not tested has no result. */
interface NdtContent {
  readonly request: NdtRequest
  readonly lines: readonly NdtLine[]
}

type Tested = NdtLine & { readonly result: NdtResult }
const isTested = (line: NdtLine): line is Tested => line.result !== null

/** The report of a request for tests: each weld with its result, and every indication that was found. */
function ndtSheet({ request, lines }: NdtContent, hash: string | null, frame: SheetFrame): Sheet {
  const { language, plant, at } = frame
  const t = wordsIn(language)
  const tested = lines.filter(isTested)
  const last = tested
    .map(({ result }) => result.testedAt)
    .toSorted()
    .at(-1)
  const testers = [...new Set(tested.map(({ result }) => result.tester))].join(', ')
  const failed = tested.filter(({ result }) => result.verdict === 'fail').length
  const verdict: Cell =
    tested.length === 0
      ? { text: t('document.undecided'), tone: 'soft' }
      : failed === 0
        ? { text: t('document.verdicts.pass'), tone: 'strong' }
        : { text: `${t('document.verdicts.fail')} ${failed} / ${tested.length}`, tone: 'bad' }
  const facts: (readonly [string, Cell])[] = [
    [t('quality-documents:field.no'), request.no],
    [t('common:field.verdict'), verdict],
    [t('common:field.order'), request.order.no],
    [t('weld.status'), t(`weld.statuses.${request.status}`)],
    [t('welding:field.method'), t(`welding:method.${request.method}`)],
    [t('weld.level'), request.level],
    [t('weld.standard'), request.standard === '' ? '—' : request.standard],
    [t('weld.welds'), String(request.welds)],
  ]
  const blocks: Block[] = [
    { kind: 'title', text: t('weld.ndt'), sub: t(`welding:method.${request.method}`) },
    { kind: 'facts', columns: 2, items: facts },
    { kind: 'heading', text: t('weld.results') },
    resultsTable(lines, frame),
    { kind: 'heading', text: t('weld.defects') },
    defectsTable(tested, t, t('common:field.serial')),
    ...(request.note === ''
      ? []
      : [{ kind: 'text', text: `${t('common:field.note')}: ${request.note}` } as const]),
    {
      kind: 'signatures',
      items: [
        { label: t('weld.tester'), name: testers, at: last === undefined ? '' : at(last) },
        { label: t('welding:field.createdBy'), name: request.createdBy, at: at(request.createdAt) },
        { label: t('document.supervisor'), name: '', at: '' },
      ],
    },
  ]
  return sealed(
    { title: `${request.no} · ${t('weld.ndt')}`, header: [plant, request.no], blocks },
    hash,
    frame,
  )
}

function resultsTable(lines: readonly NdtLine[], { language, at }: SheetFrame): Block {
  const t = wordsIn(language)
  return {
    kind: 'table',
    columns: [
      { title: t('common:field.serial'), share: 1.8 },
      { title: t('weld.weld'), share: 0.8 },
      { title: t('weld.joint'), share: 1 },
      { title: t('welding:field.class'), share: 0.7, align: 'center' },
      { title: t('weld.size'), share: 1.4, align: 'right' },
      { title: t('weld.tested'), share: 1.2, align: 'right' },
      { title: t('weld.testedAt'), share: 2 },
      { title: t('weld.tester'), share: 1.2 },
      { title: t('common:field.verdict'), share: 1.1, align: 'center' },
    ],
    rows: lines.map(({ result, ...weld }): Cell[] => [
      weld.serial,
      weld.no,
      t(`welding:joint.${weld.joint}`),
      weld.class,
      `${weld.lengthMm} × ${weld.thicknessMm}`,
      result === null ? '' : String(result.testedMm),
      result === null ? '' : at(result.testedAt),
      result?.tester ?? '',
      result === null
        ? { text: t('document.undecided'), tone: 'soft' }
        : result.verdict === 'pass'
          ? t('document.verdicts.pass')
          : { text: t('document.verdicts.fail'), tone: 'bad' },
    ]),
  }
}

const defectsTable = (lines: readonly Tested[], t: DocumentWords, piece: string): Block => ({
  kind: 'table',
  columns: [
    { title: piece, share: 2 },
    { title: t('weld.weld'), share: 0.9 },
    { title: t('weld.position'), share: 1.2, align: 'right' },
    { title: t('weld.length'), share: 1.2, align: 'right' },
    { title: t('weld.depth'), share: 1.2, align: 'right' },
    { title: t('weld.type'), share: 2 },
    { title: t('weld.grade'), share: 0.8, align: 'center' },
  ],
  rows: lines.flatMap(({ serial, no, result }) =>
    result.defects.map((defect): Cell[] => [
      serial,
      no,
      String(defect.positionMm),
      String(defect.lengthMm),
      defect.depthMm === null ? '—' : String(defect.depthMm),
      t(`welding:defect.${defect.type}`),
      defect.grade,
    ]),
  ),
  empty: t('weld.noDefects'),
})

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
