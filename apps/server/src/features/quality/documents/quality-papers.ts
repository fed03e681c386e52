import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { mostDossierSheets, type qualityDocumentsApi } from '@cloud-factory/contract/quality-documents'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { FileReply } from '../../../platform/http/routes.ts'
import type { Sheet } from '../../../platform/pdf/pdf.types.ts'
import { renderPdf } from '../../../platform/pdf/render-pdf.ts'
import { oneInspection } from '../inspections/form.reads.ts'
import type { OrdersPort } from '../orders.port.ts'
import { inspectionSheet, type Picture, type SheetFrame, titleOf } from './inspection-sheet.ts'
import { type Language, paperWords } from './paper-words.ts'

export interface PaperDoor {
  readonly db: Pick<Database, 'reads'>
  readonly orders: OrdersPort
  readonly files: FileStore
  readonly publicUrl: string | null
}

type Asked = QueryOf<(typeof qualityDocumentsApi)['GET /api/inspections/:id/report']>

/** Photos on a sheet at most; their number is on the screen. */
const mostPictures = 20

/** The report of one inspection; refuses with `not_found` when the plant has no such. */
export async function inspectionReport(
  door: PaperDoor,
  actor: Actor,
  id: string,
  { language }: Asked,
): Promise<FileReply> {
  const form = await oneInspection({ reads: door.db.reads, orders: door.orders }, actor, id)
  const frame = await frameOf(door, actor.plantId, language)
  const sheet = inspectionSheet(form, await picturesOf(door, form), frame)
  return pdf(form.no, [sheet], frame, new Date(form.lockedAt ?? form.updatedAt))
}

/** Every locked inspection of an order behind its contents; refuses when there is none, or when there are too many. */
export async function orderDossier(
  door: PaperDoor,
  actor: Actor,
  orderId: string,
  { language }: Asked,
): Promise<FileReply> {
  const locked = await readRows(door.db.reads, lockedOf(actor.plantId, orderId))
  const [first] = locked
  if (first === undefined) return refuse('state.refused', { params: { reason: 'dossier.empty' } })
  if (locked.length > mostDossierSheets)
    return refuse('state.refused', { params: { reason: 'dossier.too_long', most: mostDossierSheets } })
  const frame = await frameOf(door, actor.plantId, language)
  const words = paperWords[language]
  const cover: Sheet = {
    title: words.contents,
    header: [frame.plant, first.order_no],
    footer: words.inspections(locked.length),
    blocks: [
      { kind: 'title', text: words.dossier, sub: `${words.order} ${first.order_no}` },
      { kind: 'text', text: words.inspections(locked.length), tone: 'soft' },
      { kind: 'contents', titles: locked.map((row) => titleOf(row, words)) },
    ],
  }
  async function* sheets(): AsyncGenerator<Sheet> {
    yield cover
    for (const { id } of locked) {
      const form = await oneInspection({ reads: door.db.reads, orders: door.orders }, actor, String(id))
      yield inspectionSheet(form, await picturesOf(door, form), frame)
    }
  }
  const latest = Math.max(...locked.map(({ locked_at: at }) => at.getTime()))
  return pdf(`${words.dossier} ${first.order_no}`, sheets(), frame, new Date(latest))
}

type Listed = Pick<InspectionForm, 'no' | 'mark' | 'stage' | 'verdict'> & {
  readonly id: number
  readonly order_no: string
  readonly locked_at: Date
}

const lockedOf = (plantId: number, orderId: string) => sql<Listed>`
  select id, no, mark, stage, verdict, order_no, locked_at from inspections
  where plant_id = ${plantId} and order_id = ${orderId} and status = 'locked'
  order by mark, no limit ${mostDossierSheets + 1}`

function pdf(
  name: string,
  sheets: Iterable<Sheet> | AsyncIterable<Sheet>,
  frame: SheetFrame,
  at: Date,
): FileReply {
  const info = { title: name, author: frame.plant, language: frame.language, at }
  return { name: `${name}.pdf`, type: 'application/pdf', inline: true, body: renderPdf(sheets, info) }
}

async function frameOf(
  { db, publicUrl }: PaperDoor,
  plantId: number,
  language: Language,
): Promise<SheetFrame> {
  const [plant] = await readRows(
    db.reads,
    sql<{ name: string; time_zone: string }>`select name, time_zone from plants where id = ${plantId}`,
  )
  const form = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: plant?.time_zone ?? 'UTC',
  })
  return { language, plant: plant?.name ?? '', at: (instant) => form.format(new Date(instant)), publicUrl }
}

interface StoredPicture {
  readonly sha256: string
  readonly file_name: string
}

/** The photos that a PDF can hold: JPEG and PNG. */
async function picturesOf({ db, files }: PaperDoor, form: InspectionForm): Promise<Picture[]> {
  if (form.photos.length === 0) return []
  const rows = await readRows(db.reads, storedPictures(form.id))
  return Promise.all(
    rows.map(async ({ sha256, file_name: caption }) => ({
      caption,
      bytes: await buffer(files.stream(sha256)),
    })),
  )
}

const storedPictures = (inspectionId: string) => sql<StoredPicture>`
  select sha256, file_name from inspection_photos
  where inspection_id = ${inspectionId} and type in ('image/jpeg', 'image/png') order by id limit ${mostPictures}`
