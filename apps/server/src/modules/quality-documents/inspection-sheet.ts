import type {
  FormItem,
  InspectionForm,
  ReadingRow,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealed } from './document-frame.ts'
import type { SheetFrame } from './quality-document.types.ts'
import { type Language, type DocumentLabels, documentLabels } from './document-labels.ts'

export interface Picture {
  readonly bytes: Uint8Array
  readonly caption: string
}

/** The report of an inspection as a sheet; one that is not locked says so and has no code to verify. */
export function inspectionSheet(
  form: InspectionForm,
  pictures: readonly Picture[],
  frame: SheetFrame,
): Sheet {
  const words = documentLabels[frame.language]
  const photos: Block[] =
    pictures.length === 0
      ? []
      : [
          { kind: 'heading', text: words.photos },
          { kind: 'pictures', items: pictures },
        ]
  const blocks: Block[] = [
    { kind: 'title', text: words.report, sub: subtitle(form, words) },
    { kind: 'facts', columns: 2, items: factsOf(form, words, frame.language) },
    { kind: 'heading', text: words.readings },
    readingsTable(form, words, frame.language),
    ...unverifiedOf(form, words),
    ...notesOf(form, words),
    ...photos,
    signaturesOf(form, words, frame),
  ]
  const sheet = { title: titleOf(form, words), header: [frame.plant, form.no] as const, blocks }
  return sealed(sheet, form.hash, frame, words.notLocked)
}

/** As the contents and the bookmarks name it. */
export const titleOf = (
  { no, mark, stage, verdict }: Pick<InspectionForm, 'no' | 'mark' | 'stage' | 'verdict'>,
  words: DocumentLabels,
): string =>
  [no, mark, words.stages[stage], verdict === null ? words.undecided : words.verdicts[verdict]]
    .filter((word) => word !== null)
    .join(' · ')

const subtitle = (form: InspectionForm, words: DocumentLabels): string =>
  `${words.stages[form.stage]} · ${form.standardCode} ${form.editionNo}${
    form.editionStatus === 'draft' ? ` (${words.draftStandard})` : ''
  }`

function factsOf(form: InspectionForm, words: DocumentLabels, language: Language): [string, Cell][] {
  const measured = form.lot.filter((piece) => piece.measured).length
  const sizes = Object.entries(form.sizes).map(([name, size]) => `${name} ${size}`)
  const facts: [string, Cell | null][] = [
    [words.no, form.no],
    [words.verdict, verdictCell(form, words)],
    [words.order, form.order?.no ?? null],
    [words.mark, form.mark],
    [words.process, form.process?.names[language] ?? null],
    [words.pieces, words.measured(measured, form.lot.length)],
    [words.letGo, letGo(form)],
    [words.sizes, sizes.length === 0 ? null : sizes.join('  ')],
    [words.replaces, form.corrects?.no ?? null],
    [words.repeats, form.parent?.no ?? null],
  ]
  return facts.flatMap(([label, value]): [string, Cell][] => (value === null ? [] : [[label, value]]))
}

/** Serials of pieces that a failed lot lets go all the same; null: none. */
function letGo({ verdict, byRule, lot, readings }: InspectionForm): string | null {
  if (verdict !== 'fail') return null
  const sound = soundPieces(byRule.verdict, lot, readings)
  return sound.size === 0 ? null : lot.flatMap(({ id, serial }) => (sound.has(id) ? [serial] : [])).join(', ')
}

function verdictCell({ verdict }: InspectionForm, words: DocumentLabels): Cell {
  if (verdict === null) return { text: words.undecided, tone: 'soft' }
  return { text: words.verdicts[verdict], tone: verdict === 'fail' ? 'bad' : 'strong' }
}

/** A row for each item and measured piece; pieces that were not sampled follow in one row each. */
function readingsTable(form: InspectionForm, words: DocumentLabels, language: Language): Block {
  const readings = new Map<string, ReadingRow[]>()
  for (const reading of form.readings) {
    const key = `${reading.itemId} ${reading.pieceId}`
    readings.set(key, [...(readings.get(key) ?? []), reading])
  }
  const rows = form.items.flatMap((item) =>
    form.lot.flatMap((piece): Cell[][] => {
      const own = readings.get(`${item.id} ${piece.id}`)
      return own === undefined ? [] : [readingRow(item, piece.serial, own, words, language)]
    }),
  )
  const unsampled = form.lot.filter(({ measured }) => !measured)
  return {
    kind: 'table',
    columns: [
      { title: words.item, share: 3 },
      { title: words.class, share: 1 },
      { title: words.limits, share: 2, align: 'right' },
      { title: words.piece, share: 1.8 },
      { title: words.points, share: 2.4 },
      { title: words.judged, share: 1, align: 'center' },
    ],
    rows: [
      ...rows,
      ...unsampled.map((piece): Cell[] => [
        { text: words.notMeasured, tone: 'soft' },
        '',
        '',
        piece.serial,
        '',
        piece.verdict === null ? '' : words.verdicts[piece.verdict],
      ]),
    ],
    empty: words.noReadings,
  }
}

function readingRow(
  item: FormItem,
  serial: string,
  readings: readonly ReadingRow[],
  words: DocumentLabels,
  language: Language,
): Cell[] {
  const place = item.place === 'any' ? '' : ` (${words.places[item.place]})`
  const values = readings
    .toSorted((a, b) => a.point - b.point)
    .map(({ value }) => (item.measures === 'visual' ? seen(value, words) : value))
  const isInside = readings.every(({ inside }) => inside)
  return [
    `${item.names[language]}${place}`,
    words.classes[item.class],
    asked(item),
    serial,
    { text: values.join('  '), tone: isInside ? 'strong' : 'bad' },
    isInside ? words.inside : { text: words.outside, tone: 'bad' },
  ]
}

/** By eye: 1 in order, 0 not. */
const seen = (value: string, words: DocumentLabels): string =>
  value === '1' ? words.inOrder : words.notInOrder

/** `400  −2 … +3 mm`. */
function asked({ measures, nominal, unit, magnitude, ...limits }: FormItem): string {
  if (measures === 'visual') return ''
  return `${nominal === null ? '' : `${nominal}  `}${limitsText(limits, magnitude)} ${unit}`
}

/** One line for all items of the form, not a remark at each. */
const unverifiedOf = (
  { unverified, items, standardCode, editionNo }: InspectionForm,
  words: DocumentLabels,
): Block[] =>
  unverified === 0
    ? []
    : [
        {
          kind: 'text',
          text: words.unverified(unverified, items.length, `${standardCode} ${editionNo}`),
          tone: 'soft',
        },
      ]

function notesOf({ note, judgeNote }: InspectionForm, words: DocumentLabels): Block[] {
  const notes = [note, judgeNote ?? ''].filter((text) => text !== '')
  return notes.length === 0 ? [] : [{ kind: 'text', text: `${words.note}: ${notes.join(' / ')}` }]
}

const signaturesOf = (form: InspectionForm, words: DocumentLabels, { at }: SheetFrame): Block => ({
  kind: 'signatures',
  items: [
    {
      label: words.inspector,
      name: form.inspector ?? '',
      at: form.submittedAt === null ? '' : at(form.submittedAt),
    },
    { label: words.judge, name: form.judge ?? '', at: form.judgedAt === null ? '' : at(form.judgedAt) },
    { label: words.supervisor, name: '', at: '' },
  ],
})
