import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Database, readRows, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { insertPhotos } from '../../platform/files/photos.store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { type Action, holdFor, subjectOf, readingView, type Held } from './form.queries.ts'
import { frozenBy, type InstrumentFacts, instrumentProblem, isExpected } from './inspections.rules.ts'
import type {
  InspectionReason,
  ReadingInput,
  ReadingOutcome,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import { type JudgedReading, judgeReading } from '@cloud-factory/contract/inspection/verdict.rules'
import { sizesOf, type StoredItem, type StoredReading } from './inspections.queries.ts'
import { deleteReadings, instrumentsOf, type ReadingRow, upsertReadings } from './inspections.store.ts'

interface Deps {
  readonly db: Database
  readonly orders: OrdersPort
  readonly files: FileStore
}

interface Where {
  readonly itemId?: string | undefined
  readonly pieceId?: string | undefined
}

/** Adds photos to an open inspection, all or none; existing ones stay unchanged. */
export async function addPhotos(
  { db, orders, files }: Deps,
  actor: Actor,
  id: string,
  uploads: readonly UploadedFile[],
  { where, now }: { readonly where: Where; readonly now: Date },
): Promise<void> {
  // Checked before the bytes are stored, and again under the lock.
  await db.tx((write) => holdFor({ write, orders }, actor, id, { action: 'read', version: null }))
  const saved = await keepFiles(files, uploads, pictureType)
  await db.tx(async (write) => {
    const { row, parts } = await holdFor({ write, orders }, actor, id, { action: 'read', version: null })
    const itemId = idAmong(parts.items, where.itemId)
    const pieceId = idAmong(parts.lot, where.pieceId)
    const of = { inspection_id: row.id, item_id: itemId, piece_id: pieceId }
    await insertPhotos(write, actor, { table: 'inspection_photos', of }, saved, now)
    await recordAudit(write, actor, {
      action: 'inspections.photo',
      ...subjectOf(row),
      after: { photos: saved.map(({ fileName }) => fileName) },
    })
    await recordEvent(write, actor, { name: 'quality.inspection_changed', subjectId: id })
  })
}

/** The subject of a photo within this inspection; null: none in particular. */
function idAmong(all: readonly { readonly id: number }[], requestedId: string | undefined): number | null {
  if (requestedId === undefined) return null
  return all.find(({ id }) => String(id) === requestedId)?.id ?? fail('not_found')
}

/** Removes a photo; fails with `not_found` when the plant has no such photo. Its bytes stay in the file store, because other records may refer to them. */
export async function removePhoto(action: Action, actor: Actor, photoId: string): Promise<void> {
  const which = sql`plant_id = ${actor.plantId} and id = ${photoId}`
  const [photo] = await readRows(
    asReads(action.write),
    sql<{ readonly inspectionId: number; readonly name: string; readonly sha256: string }>`
      select inspection_id as "inspectionId", file_name as name, sha256 from inspection_photos where ${which}`,
  )
  if (photo === undefined) fail('not_found')
  const id = String(photo.inspectionId)
  const { row } = await holdFor(action, actor, id, { action: 'read', version: null })
  await sql`delete from inspection_photos where ${which}`.execute(action.write)
  await recordAudit(action.write, actor, {
    action: 'inspections.remove_photo',
    ...subjectOf(row),
    before: { photo: photo.name, sha256: photo.sha256 },
  })
  await recordEvent(action.write, actor, { name: 'quality.inspection_changed', subjectId: id })
}

/**
 * Saves readings of an open inspection and judges each against the frozen limits. Readings that are not possible, or that would
 * overwrite a value somebody else entered meanwhile, are reported and skipped; the others are saved.
 */
export async function saveReadings(
  action: Action,
  actor: Actor,
  id: string,
  readings: readonly ReadingInput[],
): Promise<ReadingOutcome[]> {
  const held = await holdFor(action, actor, id, { action: 'read', version: null })
  const instruments = await instrumentsOf(action.write, actor.plantId, readings, action.now)
  const stored = new Map(held.parts.readings.map((reading) => [keyOf(reading), reading]))
  const judged = new Map(readings.map((input) => [keyOf(input), judge(held, stored, instruments, input)]))
  const storedReadings = [...judged.values()].flatMap(({ stored: one }) => (one === null ? [] : [one]))
  const removed = [...judged.values()].flatMap(({ removed: one }) => (one === null ? [] : [one]))
  await upsertReadings(action.write, actor, held.row.id, storedReadings, action.now)
  await deleteReadings(action.write, actor.plantId, held.row.id, removed)
  if (storedReadings.length + removed.length > 0)
    await record(action.write, actor, held, storedReadings, removed)
  return [...judged.values()].map(({ outcome }) => outcome)
}

interface Cell {
  readonly itemId: string | number
  readonly pieceId: string | number
  readonly point: number
}
const keyOf = ({ itemId, pieceId, point }: Cell): string => `${itemId}.${pieceId}.${point}`

interface Judged {
  readonly outcome: ReadingOutcome
  readonly stored: ReadingRow | null
  readonly removed: StoredReading | null
}

function judge(
  held: Held,
  stored: ReadonlyMap<string, StoredReading>,
  instruments: ReadonlyMap<string, InstrumentFacts>,
  input: ReadingInput,
): Judged {
  const { itemId, pieceId, point, value } = input
  const before = stored.get(keyOf(input)) ?? null
  const was = before === null ? null : before.value
  const cell = { itemId, pieceId, point }
  const stays = (outcome: 'changed' | 'refused' | 'saved', reason: InspectionReason | null, params = {}) => ({
    outcome: { ...cell, outcome, reason, params, reading: before === null ? null : readingView(before) },
    stored: null,
    removed: null,
  })
  const item = itemAt(held, input)
  if (item === undefined) return stays('refused', 'reading.no_such_point')
  if (!isExpected(was, input.was, value)) return stays('changed', null)
  if (value === null) {
    const { outcome } = stays('saved', null)
    return { outcome: { ...outcome, reading: null }, stored: null, removed: before }
  }
  const domainError = errorOf(held, item, instruments, input, value)
  if (domainError !== null) return stays('refused', domainError.reason, domainError.params)
  return keep(held, item, before, input, value)
}

/** The item of a cell; undefined when the form has no such point or the piece is not measured. */
function itemAt({ parts }: Held, { itemId, pieceId, point }: ReadingInput): StoredItem | undefined {
  const piece = parts.lot.find(({ id }) => String(id) === pieceId)
  if (piece === undefined || !piece.measured) return undefined
  return parts.items.find(({ id, points }) => String(id) === itemId && point <= points)
}

function errorOf(
  { row }: Held,
  item: StoredItem,
  instruments: ReadonlyMap<string, InstrumentFacts>,
  { instrumentId }: ReadingInput,
  value: string,
): { readonly reason: InspectionReason; readonly params: Record<string, string> } | null {
  const [size] = frozenBy(item, sizesOf(row)).missing
  if (size !== undefined) return { reason: 'inspection.size_missing', params: { size } }
  if (!isDecimal(value) || (item.measures === 'visual' && value !== '0' && value !== '1'))
    return { reason: 'reading.no_such_point', params: {} }
  if (instrumentId === undefined || instrumentId === null) return null
  const reason = instrumentProblem(instruments.get(instrumentId), value, item.measures)
  return reason === null ? null : { reason, params: { value } }
}

function keep(
  { parts }: Held,
  item: StoredItem,
  before: StoredReading | null,
  input: ReadingInput,
  value: string,
): Judged {
  const verdict: JudgedReading = judgeReading(item.measures, value, item.nominal, item)
  const instrumentId = input.instrumentId === undefined ? (before?.instrumentId ?? null) : input.instrumentId
  const note = input.note === undefined ? (before?.note ?? null) : input.note
  const stored: ReadingRow = {
    itemId: item.id,
    pieceId: Number(input.pieceId),
    point: input.point,
    value,
    ...verdict,
    instrumentId: instrumentId === null ? null : String(instrumentId),
    note,
  }
  const serial = parts.lot.find(({ id }) => id === stored.pieceId)?.serial ?? ''
  const { itemId, pieceId, point } = input
  return {
    outcome: {
      itemId,
      pieceId,
      point,
      outcome: 'saved',
      reason: null,
      params: { serial },
      reading: {
        itemId,
        pieceId,
        point,
        value,
        deviation: verdict.deviation,
        inside: verdict.inside,
        instrumentId: stored.instrumentId,
        note,
        readBy: '',
      },
    },
    stored,
    removed: null,
  }
}

async function record(
  write: Write,
  actor: Actor,
  { row }: Held,
  stored: readonly ReadingRow[],
  removed: readonly StoredReading[],
): Promise<void> {
  await recordAudit(write, actor, {
    action: 'inspections.read',
    ...subjectOf(row),
    before:
      removed.length === 0
        ? null
        : {
            readings: removed.map(({ itemId, pieceId, point, value }) => ({
              itemId,
              pieceId,
              point,
              value,
            })),
          },
    after: {
      readings: stored.map(({ itemId, pieceId, point, value, instrumentId }) => ({
        itemId,
        pieceId,
        point,
        value,
        instrumentId,
      })),
    },
  })
  await recordEvent(write, actor, { name: 'quality.readings_saved', subjectId: String(row.id) })
}
