import { buffer } from 'node:stream/consumers'
import type {
  FormItem,
  InspectionForm,
  ReadingRow,
} from '@cloud-factory/contract/inspection/inspection-forms'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import { limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { type RawBuilder, sql } from 'kysely'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import {
  sealed,
  countsOf,
  type SheetFrame,
  type QualityDocumentDeps,
  type QualityDocument,
  type DocumentSource,
  type DocumentWords,
  wordsIn,
} from './document-frame.ts'
import { readRows } from '../../platform/db/handles.ts'
import { oneInspection } from '../inspection/public.ts'

export interface Picture {
  readonly bytes: Uint8Array
  readonly caption: string
}

/** The report of an inspection as a sheet; one that is not locked says so and has no code to verify. */
function inspectionSheet(form: InspectionForm, pictures: readonly Picture[], frame: SheetFrame): Sheet {
  const t = wordsIn(frame.language)
  const photos: Block[] =
    pictures.length === 0
      ? []
      : [
          { kind: 'heading', text: t('common:field.photos') },
          { kind: 'pictures', items: pictures },
        ]
  const blocks: Block[] = [
    { kind: 'title', text: t('document.report'), sub: subtitle(form, t) },
    { kind: 'facts', columns: 2, items: factsOf(form, t, frame.language) },
    { kind: 'heading', text: t('document.readings') },
    readingsTable(form, t, frame.language),
    ...unverifiedOf(form, t),
    ...notesOf(form, t),
    ...photos,
    signaturesOf(form, t, frame),
  ]
  const sheet = { title: titleOf(form, t), header: [frame.plant, form.no] as const, blocks }
  return sealed(sheet, form.hash, frame, t('document.notLocked'))
}

/** As the contents and the bookmarks name it. */
const titleOf = (
  { no, mark, stage, verdict }: Pick<InspectionForm, 'no' | 'mark' | 'stage' | 'verdict'>,
  t: DocumentWords,
): string =>
  [
    no,
    mark,
    t(`document.stages.${stage}`),
    verdict === null ? t('document.undecided') : t(`document.verdicts.${verdict}`),
  ]
    .filter((word) => word !== null)
    .join(' · ')

const subtitle = (form: InspectionForm, t: DocumentWords): string =>
  `${t(`document.stages.${form.stage}`)} · ${form.standardCode} ${form.editionNo}${
    form.editionStatus === 'draft' ? ` (${t('document.draftStandard')})` : ''
  }`

function factsOf(form: InspectionForm, t: DocumentWords, language: DocumentLanguage): [string, Cell][] {
  const measured = form.lot.filter((piece) => piece.measured).length
  const sizes = Object.entries(form.sizes).map(([name, size]) => `${name} ${size}`)
  const facts: [string, Cell | null][] = [
    [t('document.no'), form.no],
    [t('common:field.verdict'), verdictCell(form, t)],
    [t('common:field.order'), form.order?.no ?? null],
    [t('common:field.mark'), form.mark],
    [t('common:field.process'), form.process?.names[language] ?? null],
    [t('document.pieces'), t('document.measured', { measured, of: form.lot.length })],
    [t('document.letGo'), letGo(form)],
    [t('document.sizes'), sizes.length === 0 ? null : sizes.join('  ')],
    [t('inspection:field.corrects'), form.corrects?.no ?? null],
    [t('inspection:field.parent'), form.parent?.no ?? null],
  ]
  return facts.flatMap(([label, value]): [string, Cell][] => (value === null ? [] : [[label, value]]))
}

/** Serials of pieces that a failed lot lets go all the same; null: none. */
function letGo({ verdict, byRule, lot, readings }: InspectionForm): string | null {
  if (verdict !== 'fail') return null
  const sound = soundPieces(byRule.verdict, lot, readings)
  return sound.size === 0 ? null : lot.flatMap(({ id, serial }) => (sound.has(id) ? [serial] : [])).join(', ')
}

function verdictCell({ verdict }: InspectionForm, t: DocumentWords): Cell {
  if (verdict === null) return { text: t('document.undecided'), tone: 'soft' }
  return { text: t(`document.verdicts.${verdict}`), tone: verdict === 'fail' ? 'bad' : 'strong' }
}

/** A row for each item and measured piece; pieces that were not sampled follow in one row each. */
function readingsTable(form: InspectionForm, t: DocumentWords, language: DocumentLanguage): Block {
  const readings = new Map<string, ReadingRow[]>()
  for (const reading of form.readings) {
    const key = `${reading.itemId} ${reading.pieceId}`
    readings.set(key, [...(readings.get(key) ?? []), reading])
  }
  const rows = form.items.flatMap((item) =>
    form.lot.flatMap((piece): Cell[][] => {
      const own = readings.get(`${item.id} ${piece.id}`)
      return own === undefined ? [] : [readingRow(item, piece.serial, own, t, language)]
    }),
  )
  const unsampled = form.lot.filter(({ measured }) => !measured)
  return {
    kind: 'table',
    columns: [
      { title: t('common:field.item'), share: 3 },
      { title: t('common:field.class'), share: 1 },
      { title: t('inspection:field.limits'), share: 2, align: 'right' },
      { title: t('common:field.serial'), share: 1.8 },
      { title: t('inspection:field.readings'), share: 2.4 },
      { title: t('common:field.verdict'), share: 1, align: 'center' },
    ],
    rows: [
      ...rows,
      ...unsampled.map((piece): Cell[] => [
        { text: t('document.notMeasured'), tone: 'soft' },
        '',
        '',
        piece.serial,
        '',
        piece.verdict === null ? '' : t(`document.verdicts.${piece.verdict}`),
      ]),
    ],
    empty: t('document.noReadings'),
  }
}

function readingRow(
  item: FormItem,
  serial: string,
  readings: readonly ReadingRow[],
  t: DocumentWords,
  language: DocumentLanguage,
): Cell[] {
  const place = item.place === 'any' ? '' : ` (${t(`document.places.${item.place}`)})`
  const values = readings
    .toSorted((a, b) => a.point - b.point)
    .map(({ value }) => (item.measures === 'visual' ? visualText(value, t) : value))
  const isInside = readings.every(({ inside }) => inside)
  return [
    `${item.names[language]}${place}`,
    t(`document.classes.${item.class}`),
    requirement(item),
    serial,
    { text: values.join('  '), tone: isInside ? 'strong' : 'bad' },
    isInside ? t('document.inside') : { text: t('document.outside'), tone: 'bad' },
  ]
}

/** By eye: 1 in order, 0 not. */
const visualText = (value: string, t: DocumentWords): string =>
  value === '1' ? t('document.inOrder') : t('document.notInOrder')

/** `400  −2 … +3 mm`. */
function requirement({ measures, nominal, unit, magnitude, ...limits }: FormItem): string {
  if (measures === 'visual') return ''
  return `${nominal === null ? '' : `${nominal}  `}${limitsText(limits, magnitude)} ${unit}`
}

/** One line for all items of the form, not a remark at each. */
const unverifiedOf = (
  { unverified, items, standardCode, editionNo }: InspectionForm,
  t: DocumentWords,
): Block[] =>
  unverified === 0
    ? []
    : [
        {
          kind: 'text',
          text: t('document.unverified', {
            open: unverified,
            items: items.length,
            standard: `${standardCode} ${editionNo}`,
          }),
          tone: 'soft',
        },
      ]

function notesOf({ note, judgeNote }: InspectionForm, t: DocumentWords): Block[] {
  const notes = [note, judgeNote ?? ''].filter((text) => text !== '')
  return notes.length === 0 ? [] : [{ kind: 'text', text: `${t('common:field.note')}: ${notes.join(' / ')}` }]
}

const signaturesOf = (form: InspectionForm, t: DocumentWords, { at }: SheetFrame): Block => ({
  kind: 'signatures',
  items: [
    {
      label: t('inspection:field.inspector'),
      name: form.inspector ?? '',
      at: form.submittedAt === null ? '' : at(form.submittedAt),
    },
    {
      label: t('document.judge'),
      name: form.judge ?? '',
      at: form.judgedAt === null ? '' : at(form.judgedAt),
    },
    { label: t('document.supervisor'), name: '', at: '' },
  ],
})

/** Photos on a sheet at most; their number is on the screen. */
const maxPictures = 20

/** Photos for a sheet out of a statement that yields `sha256` and `caption`; it names only what a PDF can hold: JPEG and PNG. */
export async function picturesOf(
  { db, files }: Pick<QualityDocumentDeps, 'db' | 'files'>,
  stored: RawBuilder<unknown>,
): Promise<Picture[]> {
  const rows = await readRows(
    db.reads,
    sql<{ sha256: string; caption: string }>`${stored} limit ${maxPictures}`,
  )
  return Promise.all(
    rows.map(async ({ sha256, caption }) => ({ caption, bytes: await buffer(files.stream(sha256)) })),
  )
}

/** Reports of inspections; their hash was written when they were locked. */
export const inspectionDocuments: DocumentSource = {
  kind: 'inspection',
  load: async (deps, actor, id): Promise<QualityDocument> =>
    documentOf(deps, await oneInspection({ reads: deps.db.reads, orders: deps.orders }, actor, id)),
  entries: async (deps, actor, orderId) => {
    const rows = await readRows(deps.db.reads, lockedOf(actor.plantId, orderId))
    return rows.map(({ id, no, hash, locked_at: at, ...named }) => ({
      kind: 'inspection',
      id: String(id),
      no,
      hash,
      at,
      title: (language) => titleOf({ no, ...named }, wordsIn(language)),
    }))
  },
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status = 'locked')::int as ready,
          count(*) filter (where status in ('draft', 'submitted', 'judged'))::int as open
        from inspections where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

function documentOf(deps: QualityDocumentDeps, form: InspectionForm): QualityDocument {
  const photos = sql`select sha256, file_name as caption from inspection_photos
    where inspection_id = ${form.id} and type in ('image/jpeg', 'image/png') order by id`
  return {
    kind: 'inspection',
    id: form.id,
    no: form.no,
    order: form.order,
    hash: form.hash,
    at: new Date(form.lockedAt ?? form.updatedAt),
    title: (language) => titleOf(form, wordsIn(language)),
    sheet: async (frame) =>
      inspectionSheet(form, form.photos.length === 0 ? [] : await picturesOf(deps, photos), frame),
  }
}

type Locked = Pick<InspectionForm, 'no' | 'mark' | 'stage' | 'verdict'> & {
  readonly id: number
  readonly hash: string
  readonly locked_at: Date
}

const lockedOf = (plantId: number, orderId: string) => sql<Locked>`
  select id, no, mark, stage, verdict, hash, locked_at from inspections
  where plant_id = ${plantId} and order_id = ${orderId} and status = 'locked'
  order by mark, no limit ${maxDossierSheets + 1}`
