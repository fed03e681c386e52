import type { NdtLine, NdtRequest, NdtResult } from '@cloud-factory/contract/welding/ndt'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealed } from './document-frame.ts'
import type { SheetFrame } from './quality-document.types.ts'
import { documentLabels } from './document-labels.ts'
import { type WeldDocumentLabels, weldDocumentLabels } from './weld-document-labels.ts'

/** A request with its welds; a weld that was not tested has no result. */
export interface NdtContent {
  readonly request: NdtRequest
  readonly lines: readonly NdtLine[]
}

type Tested = NdtLine & { readonly result: NdtResult }
const isTested = (line: NdtLine): line is Tested => line.result !== null

/** The report of a request for tests: each weld with its result, and every indication that was found. */
export function ndtSheet({ request, lines }: NdtContent, hash: string | null, frame: SheetFrame): Sheet {
  const { language, plant, at } = frame
  const common = documentLabels[language]
  const words = weldDocumentLabels[language]
  const tested = lines.filter(isTested)
  const last = tested
    .map(({ result }) => result.testedAt)
    .toSorted()
    .at(-1)
  const testers = [...new Set(tested.map(({ result }) => result.tester))].join(', ')
  const failed = tested.filter(({ result }) => result.verdict === 'fail').length
  const verdict: Cell =
    tested.length === 0
      ? { text: common.undecided, tone: 'soft' }
      : failed === 0
        ? { text: common.verdicts.pass, tone: 'strong' }
        : { text: `${common.verdicts.fail} ${failed} / ${tested.length}`, tone: 'bad' }
  const facts: (readonly [string, Cell])[] = [
    [common.number, request.no],
    [common.verdict, verdict],
    [common.order, request.order.no],
    [words.status, words.statuses[request.status]],
    [words.method, words.methods[request.method]],
    [words.level, request.level],
    [words.standard, request.standard === '' ? '—' : request.standard],
    [words.welds, String(request.welds)],
  ]
  const blocks: Block[] = [
    { kind: 'title', text: words.ndt, sub: words.methods[request.method] },
    { kind: 'facts', columns: 2, items: facts },
    { kind: 'heading', text: words.results },
    resultsTable(lines, frame),
    { kind: 'heading', text: words.defects },
    defectsTable(tested, words, common.piece),
    ...(request.note === '' ? [] : [{ kind: 'text', text: `${common.note}: ${request.note}` } as const]),
    {
      kind: 'signatures',
      items: [
        { label: words.tester, name: testers, at: last === undefined ? '' : at(last) },
        { label: words.requested, name: request.createdBy, at: at(request.createdAt) },
        { label: common.supervisor, name: '', at: '' },
      ],
    },
  ]
  return sealed({ title: `${request.no} · ${words.ndt}`, header: [plant, request.no], blocks }, hash, frame)
}

function resultsTable(lines: readonly NdtLine[], { language, at }: SheetFrame): Block {
  const common = documentLabels[language]
  const words = weldDocumentLabels[language]
  return {
    kind: 'table',
    columns: [
      { title: common.piece, share: 1.8 },
      { title: words.weld, share: 0.8 },
      { title: words.joint, share: 1 },
      { title: words.class, share: 0.7, align: 'center' },
      { title: words.size, share: 1.4, align: 'right' },
      { title: words.tested, share: 1.2, align: 'right' },
      { title: words.testedAt, share: 2 },
      { title: words.tester, share: 1.2 },
      { title: common.judged, share: 1.1, align: 'center' },
    ],
    rows: lines.map(({ result, ...weld }): Cell[] => [
      weld.serial,
      weld.no,
      words.joints[weld.joint],
      weld.class,
      `${weld.lengthMm} × ${weld.thicknessMm}`,
      result === null ? '' : String(result.testedMm),
      result === null ? '' : at(result.testedAt),
      result?.tester ?? '',
      result === null
        ? { text: common.undecided, tone: 'soft' }
        : result.verdict === 'pass'
          ? common.verdicts.pass
          : { text: common.verdicts.fail, tone: 'bad' },
    ]),
  }
}

const defectsTable = (lines: readonly Tested[], words: WeldDocumentLabels, piece: string): Block => ({
  kind: 'table',
  columns: [
    { title: piece, share: 2 },
    { title: words.weld, share: 0.9 },
    { title: words.position, share: 1.2, align: 'right' },
    { title: words.length, share: 1.2, align: 'right' },
    { title: words.depth, share: 1.2, align: 'right' },
    { title: words.type, share: 2 },
    { title: words.grade, share: 0.8, align: 'center' },
  ],
  rows: lines.flatMap(({ serial, no, result }) =>
    result.defects.map((defect): Cell[] => [
      serial,
      no,
      String(defect.positionMm),
      String(defect.lengthMm),
      defect.depthMm === null ? '—' : String(defect.depthMm),
      words.types[defect.type],
      defect.grade,
    ]),
  ),
  empty: words.noDefects,
})
