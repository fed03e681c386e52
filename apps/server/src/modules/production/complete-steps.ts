import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'
import { isActiveOrder, type PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { factsOfPiece, moveTo, shiftDayOf } from './validate-report.ts'
import { domainError, type Route, standstill, type WorkError } from './production.rules.ts'
import {
  type LockedOrder,
  type LockedPiece,
  type LockedPieces,
  lockPieces,
  movePieces,
  insertReports,
  type NewReport,
  undoReports,
} from './production.store.ts'
import { recalculateOrders, recordReports } from './recalculate-orders.ts'

const recorded = {
  pack: { action: 'orders.pack' },
  ship: { action: 'orders.ship' },
  receive: { action: 'orders.receive' },
}

/** Steps that the package, the delivery and the receipt complete. */
type ShippingKind = Exclude<ProcessKind, 'work'>

export interface CompletedSteps {
  readonly pieceIds: readonly number[]
  readonly kind: ShippingKind
  readonly at: Date
  readonly source: 'package' | 'delivery' | 'receipt'
}

const order: readonly ShippingKind[] = ['pack', 'ship', 'receive']
const statusOf: Readonly<Record<ShippingKind, PieceStatus>> = {
  pack: 'packed',
  ship: 'shipped',
  receive: 'received',
}

/**
 * Packs, ships or receives pieces: their next step must be of that kind. On a route without such a step only the status changes, and no tonnes are
 * reported. Locks orders and pieces; fails with the first piece that is not ready.
 */
export async function completeSteps(write: Write, actor: Actor, done: CompletedSteps): Promise<void> {
  const locked = await lockPieces(write, actor.plantId, done.pieceIds)
  if (locked.pieces.length !== new Set(done.pieceIds).size) fail('not_found')
  const reports: NewReport[] = []
  const moves = locked.pieces.map((piece) => {
    const { order: own, route } = placeOf(locked, piece)
    const refused = shippingProblem(piece, own, route, done.kind)
    if (refused !== null) rejectPiece(piece, refused)
    const step = route[piece.steps_done]
    if (step?.kind !== done.kind) {
      return { ...moveTo(piece.id, route, piece.steps_done, 0, true), status: statusOf[done.kind] }
    }
    reports.push(reportOf(piece, own, step.processId, done.source))
    return moveTo(piece.id, route, piece.steps_done + 1, 0, true)
  })
  const shift = await shiftDayOf(write, actor.plantId, done.at)
  const frame = {
    crewId: null,
    workshopId: null,
    worker: null,
    machineId: null,
    clientKey: null,
    doneAt: done.at,
    reportedAt: done.at,
    ...shift,
  }
  await insertReports(write, actor, frame, reports)
  await movePieces(write, signature(actor).updated_by, moves)
  const orders = [...locked.orders.values()]
  const moved = await recalculateOrders(write, actor, orders, { day: shift.day, reports })
  await recordReports(write, actor, {
    ...recorded[done.kind],
    orders,
    reports,
    locked,
    moved,
  })
}

interface UndoneSteps {
  readonly pieceIds: readonly number[]
  readonly kind: ShippingKind
  readonly reason: string
  readonly now: Date
}

/** Undoes packing, dispatch or receipt of pieces. Fails when one does not have the status that this step set. */
export async function undoSteps(write: Write, actor: Actor, undone: UndoneSteps): Promise<void> {
  const locked = await lockPieces(write, actor.plantId, undone.pieceIds)
  if (locked.pieces.length !== new Set(undone.pieceIds).size) fail('not_found')
  const effectiveReports = await lastReports(write, undone)
  const moves = locked.pieces.map((piece) => {
    const { order: own, route } = placeOf(locked, piece)
    if (own.status === 'closed') rejectPiece(piece, domainError('work.too_late_to_undo'))
    if (piece.status !== statusOf[undone.kind]) rejectPiece(piece, domainError('work.later_step_done'))
    const isStep = effectiveReports.some((report) => report.pieceId === piece.id)
    const stepsDone = piece.steps_done - (isStep ? 1 : 0)
    const move = moveTo(piece.id, route, stepsDone, 0, true)
    return { ...move, status: statusBefore(route, undone.kind) ?? move.status }
  })
  const ids = effectiveReports.map(({ id }) => id)
  await undoReports(write, actor, ids, undone.reason, undone.now)
  await movePieces(write, signature(actor).updated_by, moves)
  const orders = [...locked.orders.values()]
  const days = effectiveReports.map(({ day }) => day)
  const moved = await recalculateOrders(write, actor, orders, days)
  const { reason } = undone
  const reports = effectiveReports
  await recordReports(write, actor, {
    action: 'orders.undo_report',
    orders,
    reports,
    locked,
    moved,
    reason,
  })
}

/** The previous status, when the route has no step that defines it. */
function statusBefore(route: Route, kind: ShippingKind): PieceStatus | null {
  const before = order[order.indexOf(kind) - 1]
  return before === undefined || route.some((step) => step.kind === before) ? null : statusOf[before]
}

function placeOf({ orders, routes }: LockedPieces, piece: LockedPiece): { order: LockedOrder; route: Route } {
  const own = orders.get(piece.order_id)
  const route = piece.route_id === null ? undefined : routes.get(piece.route_id)
  if (own === undefined || route === undefined)
    return rejectPiece(piece, domainError('work.order_not_released'))
  return { order: own, route }
}

/** Why a piece is not ready; null: it is ready. */
function shippingProblem(
  piece: LockedPiece,
  own: LockedOrder,
  route: Route,
  kind: ShippingKind,
): WorkError | null {
  const still = standstill(factsOfPiece(piece, own))
  if (still !== null) return still
  if (!own.isReleased || !isActiveOrder(own.status)) return domainError('work.order_not_released')
  const before = order.slice(0, order.indexOf(kind))
  const missing = route
    .slice(piece.steps_done)
    .find((step) => step.kind === 'work' || before.some((one) => one === step.kind))
  if (missing !== undefined) return domainError('work.step_before', { process: missing.code })
  const previous = before.at(-1)
  if (previous !== undefined && piece.status === statusOf[previous]) return null
  const isReached = order.slice(order.indexOf(kind)).some((one) => piece.status === statusOf[one])
  if (isReached) return domainError('work.done_already')
  return previous === undefined ? null : domainError('work.step_before', { process: '' })
}

function rejectPiece(piece: LockedPiece, { reason, params }: WorkError): never {
  return reject(reason, { serial: piece.serial, ...params })
}

function reportOf(
  piece: LockedPiece,
  own: LockedOrder,
  processId: number,
  source: CompletedSteps['source'],
): NewReport {
  return {
    projectId: own.project_id,
    orderId: own.id,
    markId: piece.mark_id,
    pieceId: piece.id,
    processId,
    step: piece.steps_done,
    part: 1,
    kg: piece.net_kg,
    finishes: true,
    hours: null,
    source,
  }
}

interface LastReport {
  readonly id: number
  readonly orderId: number
  readonly pieceId: number
  readonly processId: number
  readonly kg: number
  readonly day: string
}

/** The last reports of these pieces, if they are of that kind. */
async function lastReports(write: Write, { pieceIds, kind }: UndoneSteps): Promise<LastReport[]> {
  const { rows } = await sql<LastReport>`
    select r.id, r.order_id as "orderId", r.piece_id as "pieceId", r.process_id as "processId", r.kg, r.day
    from work_reports r join pieces p on p.id = r.piece_id join processes on processes.id = r.process_id
    where r.piece_id = any(${pieceIds}::bigint[]) and r.undone_at is null and r.step = p.steps_done - 1
      and processes.kind = ${kind}
    order by r.id`.execute(write)
  return rows
}
