import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { undoBuiltParts } from './build-in.ts'
import { canUndo } from './production.policy.ts'
import {
  domainError,
  isGated,
  type Route,
  standstill,
  thousandths,
  type WorkError,
  working,
} from './production.rules.ts'
import {
  type LockedOrder,
  type LockedPiece,
  type LockedPieces,
  lockPieces,
  movePieces,
  undoReports,
} from './production.store.ts'
import { recalculateOrders, recordReports } from './recalculate-orders.ts'
import { reportWork } from './report-work.ts'
import { factsOfPiece, moveTo } from './validate-report.ts'
import type { WorkPorts } from './work-ports.ts'

/** Processes that a supplier does; null: all work that is left. */
interface OutsideProcesses {
  readonly from: number | null
  readonly to: number | null
}

/** A locked piece that may go out, with its first and last process there. */
export interface OutsideWork {
  readonly serial: string
  readonly orderId: number
  readonly kg: number
  readonly from: number
  readonly to: number
}

/** Locks pieces and their orders; says of each which processes it can go out for, or why it is not ready. */
export async function readyForOutside(
  write: Write,
  plantId: number,
  ids: readonly number[],
  processes: OutsideProcesses,
): Promise<ReadonlyMap<number, OutsideWork | (WorkError & { readonly serial: string })>> {
  const locked = await lockPieces(write, plantId, ids)
  return new Map(
    locked.pieces.map((piece) => {
      const { id, serial, order_id: orderId, net_kg: kg } = piece
      const found = stepsOutside(locked, piece, processes)
      return [id, 'reason' in found ? { ...found, serial } : { ...found, serial, orderId, kg }]
    }),
  )
}

const placeOf = ({ orders, routes }: LockedPieces, piece: LockedPiece) => ({
  order: orders.get(piece.order_id),
  route: piece.route_id === null ? undefined : routes.get(piece.route_id),
})

function stepsOutside(
  locked: LockedPieces,
  piece: LockedPiece,
  processes: OutsideProcesses,
): { readonly from: number; readonly to: number } | WorkError {
  const { order, route } = placeOf(locked, piece)
  if (order === undefined || route === undefined) return domainError('work.order_not_released')
  const still = standstill(factsOfPiece(piece, order))
  if (still !== null) return still
  if (!working.has(order.status)) return domainError('work.order_not_released')
  return rangeOf(route, piece.steps_done, processes)
}

/** First and last process of a range that begins with the next step of a piece. */
function rangeOf(route: Route, done: number, { from, to }: OutsideProcesses) {
  const work = route.filter(({ kind }) => kind === 'work')
  const first = from === null ? done : indexOf(work, from)
  const last = to === null ? work.length - 1 : indexOf(work, to)
  if (first === -1 || last === -1) return domainError('work.not_on_route')
  if (first < done || done >= work.length) return domainError('work.done_already')
  if (first > done) return domainError('work.step_before')
  const [start, end] = [work[first], work[last]]
  if (start === undefined || end === undefined || last < first) return domainError('work.not_on_route')
  return { from: start.processId, to: end.processId }
}

const indexOf = (route: Route, process: number) => route.findIndex(({ processId }) => processId === process)

/** The last step that one report can complete: the next one with a gate, or the last one that is done outside. */
function reportableUntil(route: Route, done: number, last: number): number {
  const gate = route.findIndex((step, index) => index >= done && isGated(step))
  return gate === -1 ? last : Math.min(gate, last)
}

/**
 * Reports the work that a supplier did on pieces, up to their last process outside. A step whose gate is not passed
 * stops a piece there: the reason is returned, and a later call continues.
 */
export async function reportOutside(
  write: Write,
  actor: Actor,
  pieces: readonly { readonly id: number; readonly to: number }[],
  now: Date,
  ports: WorkPorts,
): Promise<ReadonlyMap<number, Pick<WorkError, 'params'> & { readonly reason: string }>> {
  const refused = new Map<number, Pick<WorkError, 'params'> & { readonly reason: string }>()
  let open = [...pieces]
  while (open.length > 0) {
    const locked = await lockPieces(
      write,
      actor.plantId,
      open.map(({ id }) => id),
    )
    const last = new Map(open.map(({ id, to }) => [id, to]))
    const steps = locked.pieces.flatMap((piece) => {
      const { route = [] } = placeOf(locked, piece)
      const end = indexOf(route, last.get(piece.id) ?? 0)
      if (end === -1) refused.set(piece.id, domainError('work.not_on_route'))
      if (end < piece.steps_done) return []
      const until = route[reportableUntil(route, piece.steps_done, end)]
      return until === undefined ? [] : [{ id: piece.id, processId: until.processId }]
    })
    for (const [processId, group] of Map.groupBy(steps, (one) => one.processId)) {
      const input = {
        clientKey: randomUUID(),
        processId: String(processId),
        pieces: group.map(({ id }) => String(id)),
        withEarlier: true,
        crewId: null,
        worker: null,
        hours: null,
        source: 'subcontract' as const,
      }
      const { items } = await reportWork(write, actor, input, now, ports)
      for (const { piece, outcome, reason, params } of items)
        if (outcome !== 'reported')
          refused.set(Number(piece), { reason: reason ?? 'work.done_already', params })
    }
    open = open.filter(({ id }) => !refused.has(id) && steps.some((one) => one.id === id))
  }
  return refused
}

interface OutsideReport {
  readonly id: number
  readonly piece_id: number
  readonly process_id: number
  readonly step: number
  readonly part: number
  readonly kg: number
  readonly finishes: boolean
  readonly day: string
  readonly source: string
  readonly void: boolean
}

interface UndonePiece {
  readonly piece: LockedPiece
  readonly order: LockedOrder
  readonly route: Route
  readonly reports: readonly OutsideReport[]
  readonly stepsDone: number
  /** Share of the next step that was done before the piece went out. */
  readonly before: number
}

/** Undoes the work that a supplier did on pieces. Returns why it stays, by piece; the others are back at their first process outside. */
export async function undoOutside(
  write: Write,
  actor: Actor,
  pieces: readonly { readonly id: number; readonly from: number; readonly to: number }[],
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<ReadonlyMap<number, WorkError>> {
  const ids = pieces.map(({ id }) => id)
  const locked = await lockPieces(write, actor.plantId, ids)
  const { rows } = await sql<OutsideReport>`
    select id, piece_id, process_id, step, part, kg, finishes, day, source, void from work_reports
    where piece_id = any(${ids}::bigint[]) and undone_at is null order by id`.execute(write)
  const byPiece = Map.groupBy(rows, ({ piece_id: id }) => id)
  const refused = new Map<number, WorkError>()
  const undone = locked.pieces.flatMap((piece): UndonePiece[] => {
    const processes = pieces.find(({ id }) => id === piece.id)
    if (processes === undefined) return []
    const found = workToUndo(locked, piece, byPiece.get(piece.id) ?? [], processes)
    if (found === null) return []
    if (!('reason' in found)) return [found]
    refused.set(piece.id, found)
    return []
  })
  await writeUndone(write, actor, { undone, locked, reason, now })
  return refused
}

/** null: no report of the supplier counts for the piece. */
function workToUndo(
  locked: LockedPieces,
  piece: LockedPiece,
  effective: readonly OutsideReport[],
  { from, to }: { readonly from: number; readonly to: number },
): UndonePiece | WorkError | null {
  const { order, route } = placeOf(locked, piece)
  if (order === undefined || route === undefined) return null
  const [start, end] = [indexOf(route, from), indexOf(route, to)]
  const reports = effective.filter(
    ({ source, step }) => source === 'subcontract' && step >= start && step <= end,
  )
  const [first] = reports
  if (first === undefined) return null
  const verdict = canUndo(['order.release'], {
    isUndone: false,
    isVoid: reports.some((report) => report.void),
    isOwn: false,
    isThisShift: false,
    hasLater: effective.some((report) => report.id > first.id && !reports.includes(report)),
    isByShipping: false,
    isBySubcontract: false,
    isOutside: false,
    isBuiltIn: piece.nested === 'inner',
    pieceStatus: piece.status,
    orderStatus: order.status,
  })
  if (verdict !== true)
    return domainError(verdict === 'permission.denied' ? 'work.too_late_to_undo' : verdict)
  const stepsDone = Math.min(...reports.map(({ step }) => step))
  const before = effective.reduce(
    (sum, report) => (report.step === stepsDone && !reports.includes(report) ? sum + report.part : sum),
    0,
  )
  return { piece, order, route, reports, stepsDone, before: thousandths(before) }
}

async function writeUndone(
  write: Write,
  actor: Actor,
  {
    undone,
    locked,
    reason,
    now,
  }: {
    readonly undone: readonly UndonePiece[]
    readonly locked: LockedPieces
    readonly reason: string
    readonly now: Date
  },
): Promise<void> {
  if (undone.length === 0) return
  const reports = undone.flatMap((one) => one.reports)
  await undoReports(
    write,
    actor,
    reports.map(({ id }) => id),
    reason,
    now,
  )
  for (const { piece, route, reports: own } of undone)
    for (const { step, finishes } of own) if (finishes) await undoBuiltParts(write, actor, piece, route, step)
  await movePieces(
    write,
    signature(actor).updated_by,
    undone.map(({ piece, order, route, stepsDone, before }) =>
      moveTo(piece.id, route, stepsDone, before, order.isReleased),
    ),
  )
  const orders = [...new Set(undone.map(({ order }) => order))]
  const moved = await recalculateOrders(
    write,
    actor,
    orders,
    reports.map(({ day }) => day),
  )
  const orderOf = new Map(undone.map(({ piece, order }) => [piece.id, order.id]))
  await recordReports(write, actor, {
    action: 'orders.undo_report',
    orders,
    reports: reports.map(({ piece_id: pieceId, process_id: processId, kg }) => ({
      orderId: orderOf.get(pieceId) ?? 0,
      pieceId,
      processId,
      kg,
    })),
    locked,
    moved,
    reason,
  })
}
