import type {
  InspectionReason,
  ReadingInput,
  ReadingOutcome,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import { type JudgedReading, judgeReading } from '@cloud-factory/contract/inspection/verdict.rules'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { readingView, type Action, type Held, holdFor, subjectOf } from './form.queries.ts'
import { frozenBy, type InstrumentFacts, instrumentProblem, isSeen } from './inspections.rules.ts'
import { sizesOf, type StoredItem, type StoredReading } from './inspection-parts.ts'
import { deleteReadings, instrumentsOf, type KeptReading, upsertReadings } from './inspections.store.ts'

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
  const kept = [...judged.values()].flatMap(({ kept: one }) => (one === null ? [] : [one]))
  const removed = [...judged.values()].flatMap(({ removed: one }) => (one === null ? [] : [one]))
  await upsertReadings(action.write, actor, held.row.id, kept, action.now)
  await deleteReadings(action.write, actor.plantId, held.row.id, removed)
  if (kept.length + removed.length > 0) await record(action.write, actor, held, kept, removed)
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
  readonly kept: KeptReading | null
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
    kept: null,
    removed: null,
  })
  const item = itemAt(held, input)
  if (item === undefined) return stays('refused', 'reading.no_such_point')
  if (!isSeen(was, input.was, value)) return stays('changed', null)
  if (value === null) {
    const { outcome } = stays('saved', null)
    return { outcome: { ...outcome, reading: null }, kept: null, removed: before }
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
  const kept: KeptReading = {
    itemId: item.id,
    pieceId: Number(input.pieceId),
    point: input.point,
    value,
    ...verdict,
    instrumentId: instrumentId === null ? null : String(instrumentId),
    note,
  }
  const serial = parts.lot.find(({ id }) => id === kept.pieceId)?.serial ?? ''
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
        instrumentId: kept.instrumentId,
        note,
        readBy: '',
      },
    },
    kept,
    removed: null,
  }
}

async function record(
  write: Write,
  actor: Actor,
  { row }: Held,
  kept: readonly KeptReading[],
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
      readings: kept.map(({ itemId, pieceId, point, value, instrumentId }) => ({
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
