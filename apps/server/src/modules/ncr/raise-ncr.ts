import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import type { NcrSource } from '@cloud-factory/domain/ncr/ncr-enums'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import {
  type OrdersPort,
  type QualityPiece,
  lockNamedPieces,
  nextNumbers,
  idOrNull,
  canRaiseLot,
} from '../quality-records/public.ts'
import { insertRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import {
  machineOf,
  machineOfPieces,
  crewOf,
  insertNcrEvent,
  insertNcrPieces,
  recalculatePieces,
} from './ncr.store.ts'
import { canRaise } from './ncr.rules.ts'
import { inspectionForShare, partsOf, soundOf } from '../inspection/public.ts'

type RaiseInput = BodyOf<(typeof ncrsApi)['POST /api/ncrs']>

/** Raises a report on pieces and stops all of them in the same transaction. Returns its id. */
export async function raiseNcr(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: RaiseInput,
  now: Date,
): Promise<string> {
  const pieces = await lockNamedPieces(write, actor.plantId, orders, input.pieces, canRaise)
  await requireInspection(write, actor.plantId, input)
  if (input.source === 'lot') await requireLot(write, actor, input, pieces)
  const { pieces: _wanted, source, inspectionId, itemId, ...facts } = input
  return insertNcr(
    write,
    actor,
    orders,
    { ...facts, source, pieces, inspectionId, itemId, receipt: null },
    now,
  )
}

interface NewNcr
  extends Pick<
    RaiseInput,
    'defectId' | 'severity' | 'description' | 'crewId' | 'machineId' | 'dueOn' | 'inspectionId' | 'itemId'
  > {
  readonly source: NcrSource
  /** Locked with their orders. */
  readonly pieces: readonly QualityPiece[]
  readonly receipt: { readonly id: number; readonly no: string; readonly kg: number } | null
}

/** Inserts a report on locked pieces or on received material. */
async function insertNcr(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: NewNcr,
  now: Date,
): Promise<string> {
  const { pieces, receipt } = input
  const crew = await crewOf(write, orders, actor.plantId, input.crewId)
  const machine = await machineFor(write, actor.plantId, orders, input)
  const defect = await defectOf(write, actor.plantId, input.defectId)
  const [no = ''] = await nextNumbers(write, actor.plantId, 'NC', now)
  const id = await insertOnce(write, actor, {
    no,
    source: input.source,
    severity: input.severity,
    defect_id: defect.id,
    description: input.description,
    inspection_id: idOrNull(input.inspectionId),
    item_id: idOrNull(input.itemId),
    ...subjectFields(no, input, defect.code),
    ...crew,
    ...machine,
    due_on: input.dueOn,
    raised_at: now,
    created_by_name: actor.cnName,
  })
  await insertNcrPieces(write, actor.plantId, id, pieces)
  const event = {
    action: 'raise',
    from: null,
    to: 'open',
    note: input.description,
    disposition: null,
  } as const
  await insertNcrEvent(write, actor, id, now, event)
  await recalculatePieces(write, actor, orders, pieces)
  const subjectId = String(id)
  await recordAudit(write, actor, {
    action: 'ncrs.raise',
    subjectKind: 'ncr',
    subjectId,
    subjectName: no,
    after: {
      defect: defect.code,
      severity: input.severity,
      description: input.description,
      serials: pieces.map(({ serial }) => serial).join(', '),
      ...(receipt === null ? {} : { receipt: receipt.no }),
    },
  })
  await recordEvent(write, actor, { name: 'quality.ncr_raised', subjectId })
  return subjectId
}

/** The chosen machine, otherwise the one that made all pieces. */
const machineFor = (write: Write, plantId: number, orders: OrdersPort, input: NewNcr) =>
  input.machineId === undefined
    ? machineOfPieces(write, orders, plantId, {
        pieceIds: input.pieces.map(({ id }) => id),
        inspectionId: input.inspectionId,
      })
    : machineOf(write, orders, plantId, input.machineId)

type NcrFields = Parameters<typeof insertRow<'ncrs'>>[3]

/** Fails with `ncr.raised_already` when the failed lot already has a report. */
async function insertOnce(write: Write, actor: Actor, fields: NcrFields): Promise<number> {
  try {
    return await insertRow(write, actor, 'ncrs', fields)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'ncrs_lot_once') throw error
    return reject('ncr.raised_already')
  }
}

/** Subject of the report: pieces of one or several orders and marks, or a receipt. */
function subjectFields(no: string, { pieces, receipt, description }: NewNcr, defect: string) {
  const order = only(
    pieces.map(({ orderId, orderNo }) => ({ key: orderId, value: { id: orderId, no: orderNo } })),
  )
  const mark = only(pieces.map((piece) => ({ key: piece.markId, value: piece.mark })))
  const project = only(pieces.map(({ projectId }) => ({ key: projectId, value: projectId })))
  const { id: receiptId, no: receiptNo, kg } = receipt ?? { id: null, no: null, kg: grams(pieces) / 1000 }
  const { id: orderId, no: orderNo } = order ?? { id: null, no: null }
  return {
    receipt_id: receiptId,
    receipt_no: receiptNo,
    order_id: orderId,
    project_id: project,
    order_no: orderNo,
    mark,
    pieces: pieces.length,
    kg,
    search: searchText(no, description, orderNo, mark, defect, receiptNo),
  }
}

/** A lot must be an inspection; its report is about the failed pieces. */
async function requireLot(
  write: Write,
  { plantId, tags }: Actor,
  { inspectionId, itemId }: RaiseInput,
  pieces: readonly QualityPiece[],
): Promise<void> {
  if (inspectionId === null || itemId !== null) {
    const path = inspectionId === null ? 'body.inspectionId' : 'body.itemId'
    return fail('request.invalid', { errors: [{ path, reason: 'invalid' }] })
  }
  await requireFailedLot(write, plantId, tags, inspectionId, pieces)
}

/** A reading must belong to an inspection of the plant, and its item to that form. */
async function requireInspection(write: Write, plantId: number, input: RaiseInput): Promise<void> {
  if (input.inspectionId === null) {
    if (input.itemId !== null)
      fail('request.invalid', { errors: [{ path: 'body.itemId', reason: 'invalid' }] })
    return
  }
  const { rows } = await sql`
    select from inspections i where i.plant_id = ${plantId} and i.id = ${input.inspectionId} and (${input.itemId}::bigint
      is null or exists (select from inspection_items x where x.inspection_id = i.id and x.id = ${input.itemId}::bigint))`.execute(
    write,
  )
  if (rows.length === 0) fail('not_found', { params: { field: 'inspectionId' } })
}

async function defectOf(write: Write, plantId: number, id: string): Promise<{ id: number; code: string }> {
  const { rows } = await sql<{ id: number; code: string; active: boolean }>`
    select id, code, active from defects where plant_id = ${plantId} and id = ${id} for key share`.execute(
    write,
  )
  const defect = rows[0] ?? fail('not_found', { params: { field: 'defectId' } })
  if (!defect.active) reject('defect.inactive', { defect: defect.code })
  return defect
}

/** The common value; null when values differ or there are none. */
function only<T>(rows: readonly { readonly key: number; readonly value: T }[]): T | null {
  const [first] = rows
  return first !== undefined && rows.every(({ key }) => key === first.key) ? first.value : null
}

const grams = (pieces: readonly QualityPiece[]): number =>
  pieces.reduce((sum, { netKg }) => sum + Math.round((netKg ?? 0) * 1000), 0)

/**
 * Checks that the pieces failed in a judged lot, which stays locked while the report is written. The constraint `ncrs_lot_once`
 * prevents a second report.
 */
async function requireFailedLot(
  write: Write,
  plantId: number,
  tags: readonly string[],
  inspectionId: string,
  pieces: readonly QualityPiece[],
): Promise<void> {
  const row = await inspectionForShare(write, plantId, inspectionId)
  requireAllowed(canRaiseLot(tags, row, false), { inspection: row.no })
  const parts = await partsOf(asReads(write), row.id)
  const sound = soundOf(row, parts)
  const failed = new Set(parts.lot.map(({ id }) => id).filter((id) => !sound.has(id)))
  const other = pieces.find(({ id }) => !failed.has(id))
  if (other !== undefined) reject('ncr.not_in_lot', { piece: other.serial })
}
