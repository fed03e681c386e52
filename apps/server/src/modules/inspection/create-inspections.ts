import { sampleSize } from '@cloud-factory/contract/inspection/verdict.rules'
import { maxPiecesOfLot, type inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import type { InspectionReason } from '@cloud-factory/contract/inspection/inspection-forms'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { GatePlan } from '@cloud-factory/contract/inspection/gate-plans'
import type { InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { type OrdersPort, nextNumbers } from '../quality-records/public.ts'
import { everyDue, failedBefore, freeOf, gatePlansOf, standardsInUse } from './due.queries.ts'
import { insertInspection, insertItems, insertLot } from './inspections.store.ts'
import { isGone, measuredAt } from './inspections.rules.ts'
import { reportedCrews, requireMachine } from './lot-makers.ts'
import { makeForm } from './make-form.ts'

type Input = BodyOf<(typeof inspectionsApi)['POST /api/inspections']>
type Piece = Awaited<ReturnType<OrdersPort['lock']>>[number]

export interface Made {
  readonly ids: readonly number[]
  readonly left: readonly { readonly piece: string; readonly reason: InspectionReason }[]
}

export interface CommandContext {
  readonly write: Write
  readonly orders: OrdersPort
  readonly now: Date
}

/**
 * Creates inspections of pieces: per mark, one for each group of limited size. Returns their ids and the pieces that were left
 * out.
 */
export async function createInspections(context: CommandContext, actor: Actor, input: Input): Promise<Made> {
  const { write, orders } = context
  const { plantId } = actor
  const found = await orders.find(asReads(write), plantId, input.pieces)
  const pieces = await orders.lock(write, plantId, [...new Set(found.values())])
  const unknown = input.pieces.filter((text) => !found.has(text))
  const several = await orders.several(asReads(write), plantId, unknown)
  const left: Made['left'][number][] = unknown.map((piece) => ({
    piece,
    reason: several.has(piece) ? 'piece.several' : 'inspection.unknown_piece',
  }))
  const plan = await planOf(context, plantId, input.processId)
  const free = plan === null ? null : await freeOf(asReads(write), plantId, stepsOf(pieces, plan))
  const lots = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const reason = reasonAgainst(piece, free)
    if (reason !== null) {
      left.push({ piece: piece.serial, reason })
      continue
    }
    const key = `${piece.orderId}-${piece.markId}`
    lots.set(key, [...(lots.get(key) ?? []), piece])
  }
  const ids: number[] = []
  for (const lot of lots.values()) {
    for (let at = 0; at < lot.length; at += maxPiecesOfLot) {
      ids.push(await createLot(context, actor, { ...input, plan }, lot.slice(at, at + maxPiecesOfLot)))
    }
  }
  return { ids, left }
}

/**
 * Creates the inspections of gates with an automatic plan. The pieces are locked, so that concurrent requests do not create
 * them twice.
 */
export async function createAutomatic(context: CommandContext, actor: Actor): Promise<Made> {
  const deps = { reads: asReads(context.write), orders: context.orders }
  const due = (await everyDue(deps, actor.plantId)).filter(({ automatic }) => automatic)
  const pieces = due.flatMap(({ pieceIds }) => pieceIds).slice(0, maxAutomatic)
  // Locks all pieces at once and in ascending order, before any of them is added to an inspection.
  await context.orders.lock(context.write, actor.plantId, pieces.map(Number))
  const ids: number[] = []
  for (const processId of new Set(due.map(({ process }) => process.id))) {
    const own = due.filter(({ process }) => process.id === processId).flatMap(({ pieceIds }) => pieceIds)
    const requested = own.filter((id) => pieces.includes(id))
    if (requested.length === 0) continue
    ids.push(...(await createInspections(context, actor, { pieces: requested, processId })).ids)
  }
  return { ids, left: [] }
}

/** Maximum number of pieces per request. */
const maxAutomatic = 500

async function planOf(
  { write, orders }: CommandContext,
  plantId: number,
  processId: string | null,
): Promise<GatePlan | null> {
  if (processId === null) return null
  const plans = await gatePlansOf({ reads: asReads(write), orders }, plantId)
  const plan = plans.find(({ id }) => id === processId)
  return plan ?? reject('inspection.not_gated')
}

const stepsOf = (pieces: readonly Piece[], plan: GatePlan) =>
  pieces.map(({ id }) => ({ pieceId: id, processId: Number(plan.id) }))

function reasonAgainst(piece: Piece, free: ReadonlySet<number> | null): InspectionReason | null {
  if (piece.status === 'planned') return 'inspection.not_released'
  if (isGone(piece.status)) return 'inspection.piece_gone'
  return free === null || free.has(piece.id) ? null : 'inspection.open_already'
}

type InspectionInput = Input & { readonly plan: GatePlan | null }

async function createLot(
  context: CommandContext,
  actor: Actor,
  input: InspectionInput,
  lot: readonly Piece[],
): Promise<number> {
  const { write, now } = context
  const [piece] = lot
  if (piece === undefined) return fail('not_found')
  const stage = input.stage ?? input.plan?.stage ?? 'in_process'
  const form = await formOf(context, actor, { ...input, stage }, piece)
  const sample = sampleOf(input)
  const measured = measuredAt(lot.length, sampleSize(lot.length, sample.percent, sample.at_least))
  const processId = input.processId === null ? null : Number(input.processId)
  const failed = await failedBefore(asReads(write), actor.plantId, processId, lot)
  const [no = ''] = await nextNumbers(write, actor.plantId, 'QI', now)
  const id = await insertInspection(write, actor, {
    no,
    stage,
    edition_id: form.edition.id,
    edition_no: form.edition.no,
    standard_code: form.edition.code,
    verdict_family: form.edition.verdict,
    shape: form.shape,
    sizes: JSON.stringify(form.sizes),
    order_id: piece.orderId,
    order_no: piece.orderNo,
    project_id: piece.projectId,
    mark: piece.mark,
    process_id: processId,
    is_hold_point: input.plan?.gate === 'hold',
    pieces: lot.length,
    search: searchText(no, piece.orderNo, piece.mark),
    ...sample,
  })
  const machines = await machinesFor(context, actor.plantId, input, lot)
  const deps = { reads: asReads(write), orders: context.orders }
  const lotIds = lot.map((one) => one.id)
  const crews = await reportedCrews(deps, actor.plantId, processId, lotIds)
  const rows = lot.map(({ id: pieceId, serial }, index) => ({
    id: pieceId,
    serial,
    measured: measured.has(index) || failed.has(pieceId),
    machineId: machines(pieceId),
    crewId: crews.get(pieceId) ?? null,
  }))
  await insertLot(write, actor.plantId, id, processId, rows)
  await insertItems(write, actor.plantId, id, form.items)
  await recordLot(write, actor, { id, no, stage }, lot)
  return id
}

/** The machine of each piece: the one chosen by hand, otherwise the one of its current work reports. */
async function machinesFor(
  { write, orders }: CommandContext,
  plantId: number,
  { machineId, processId }: InspectionInput,
  lot: readonly Piece[],
): Promise<(pieceId: number) => number | null> {
  if (machineId !== undefined) {
    const chosen = await requireMachine(write, orders, plantId, machineId)
    return () => chosen
  }
  const ids = lot.map(({ id }) => id)
  const process = processId === null ? null : Number(processId)
  const machines = await orders.lastMachines(asReads(write), plantId, ids, process)
  return (pieceId) => machines.get(pieceId) ?? null
}

const sampleOf = ({ percent, atLeast, plan }: InspectionInput) => ({
  percent: percent ?? plan?.percent ?? 100,
  at_least: atLeast ?? plan?.atLeast ?? 1,
})

async function formOf(
  { write }: CommandContext,
  actor: Actor,
  { standardId, stage, shape, plan }: InspectionInput & { readonly stage: InspectionStage },
  piece: Piece,
) {
  const standard = standardId ?? plan?.standardId ?? (await firstStandard(write, actor.plantId))
  const process = plan?.code ?? null
  return makeForm(write, actor.plantId, piece, { standardId: Number(standard), stage, shape, process })
}

async function recordLot(
  write: Write,
  actor: Actor,
  { id, no, stage }: { readonly id: number; readonly no: string; readonly stage: string },
  lot: readonly Piece[],
): Promise<void> {
  const [piece] = lot
  await recordAudit(write, actor, {
    action: 'inspections.create',
    subjectKind: 'inspection',
    subjectId: String(id),
    subjectName: no,
    after: { order: piece?.orderNo, mark: piece?.mark, stage, pieces: lot.map(({ serial }) => serial) },
  })
  await recordEvent(write, actor, {
    name: 'quality.inspection_created',
    subjectId: String(id),
    orderId: piece === undefined ? null : String(piece.orderId),
  })
}

async function firstStandard(write: Write, plantId: number): Promise<string> {
  const [first] = await standardsInUse(asReads(write), plantId)
  return first === undefined ? reject('inspection.no_standard') : String(first.id)
}
