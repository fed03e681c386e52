import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { WorkOutcome, workApi } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { findPieces, severalPieces } from './pieces.queries.ts'
import type { InspectionPort, OutsidePort, WorkPorts } from './work-ports.ts'
import { buildReportedParts, preparedMarks, undoBuiltParts, withPreparation } from './build-in.ts'
import {
  gateOf,
  type ReportOutcome,
  type ValidatedPiece,
  validatePiece,
  moveOf,
  reportsOf,
  doneAtOf,
  isBeforeRelease,
  machineOf,
  maxHoursOfPiece,
  shiftDayOf,
  workshopOfCrew,
  moveTo,
  shiftDays,
} from './validate-report.ts'
import { domainError, splitHours, type WorkError, thousandths } from './production.rules.ts'
import {
  type LockedPiece,
  type LockedPieces,
  lockPieces,
  movePieces,
  countedBefore,
  insertReports,
  type NewReport,
  undoReports,
} from './production.store.ts'
import { recalculateOrders, recordReports } from './recalculate-orders.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { canUndo } from './production.policy.ts'

type ReportApi = (typeof workApi)['POST /api/work-reports']
/** A report of people, or of work that a supplier did: the server alone writes that source. */
type ReportInput = Omit<BodyOf<ReportApi>, 'source'> & {
  readonly source: BodyOf<ReportApi>['source'] | 'subcontract'
}

/**
 * Reports work on pieces. Orders and pieces are locked first, so the second of two equal reports is rejected as already done. Each piece is validated
 * separately; a rejected piece does not affect the others.
 */
export async function reportWork(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
  { inspections, material, machines, outside }: WorkPorts,
): Promise<ReplyOf<ReportApi>> {
  const doneAt = doneAtOf(input.doneAt, now)
  const found = await findPieces(asReads(write), actor.plantId, input.pieces, input.source === 'scan')
  const locked = await lockPieces(write, actor.plantId, [...new Set(found.values())])
  const workshopId = await workshopOfCrew(write, actor.plantId, input.crewId)
  const machineId = await machineOf(write, actor.plantId, input.machineId ?? null, machines)
  const counted = await countedBefore(write, actor.plantId, input.clientKey)
  const prepared = await preparedMarks(write, locked)
  const away =
    input.source === 'subcontract' ? new Map() : await piecesAway(write, actor.plantId, locked, outside)
  const step = { processId: Number(input.processId), part: input.part, withEarlier: input.withEarlier }
  const hoursEach = (input.hours ?? 0) / Math.max(1, locked.pieces.length)
  const results = new Map<number, ReportOutcome>(
    locked.pieces.map((piece) => {
      const countedKg = counted.get(piece.id)
      if (countedKg !== undefined) return [piece.id, { countedKg }]
      return [
        piece.id,
        away.get(piece.id) ??
          implausible(locked, piece, doneAt, hoursEach) ??
          validatePiece(locked, piece, withPreparation(step, locked, piece, prepared)),
      ]
    }),
  )
  await checkInspections(write, actor.plantId, results, inspections)
  await buildReportedParts(write, actor, { results, prepared, now }, material)
  const validated = [...results.values()].filter((result) => 'steps' in result)
  const reports = withHours(validated, input)
  if (reports.length > 0) {
    const frame = {
      crewId: input.crewId === null ? null : Number(input.crewId),
      workshopId,
      worker: input.worker,
      machineId,
      clientKey: input.clientKey,
      doneAt,
      reportedAt: now,
      ...(await shiftDayOf(write, actor.plantId, doneAt)),
    }
    await insertReports(write, actor, frame, reports)
    await movePieces(write, signature(actor).updated_by, validated.map(moveOf))
    const orders = [...new Set(validated.map(({ order }) => order))]
    const moved = await recalculateOrders(write, actor, orders, { day: frame.day, reports })
    await recordReports(write, actor, { action: 'orders.report', orders, reports, locked, moved })
  }
  const unknown = input.pieces.filter((text) => !found.has(text))
  const several = await severalPieces(asReads(write), actor.plantId, unknown)
  const items = outcomes(input.pieces, { found, several }, results, locked.pieces, reports)
  return { items, kg: sumKg(reports.filter(({ source }) => source !== 'earlier')) }
}

/** Pieces that a supplier works on: nobody else reports on them until they are judged. */
async function piecesAway(
  write: Write,
  plantId: number,
  { pieces }: LockedPieces,
  outside: OutsidePort,
): Promise<ReadonlyMap<number, WorkError>> {
  const places = await outside(
    asReads(write),
    plantId,
    pieces.map(({ id }) => id),
  )
  return new Map(
    [...places].map(([id, { no, supplier, until }]) => [
      id,
      domainError('work.piece_outside', { no, supplier, day: until }),
    ]),
  )
}

/** Rejects impossible input: work before the release of the order, or more hours on a piece than a crew has. */
function implausible(
  { orders }: LockedPieces,
  piece: LockedPiece,
  doneAt: Date,
  hoursEach: number,
): WorkError | null {
  if (hoursEach > maxHoursOfPiece) {
    return domainError('work.many_hours', { hours: Math.round(hoursEach * 10) / 10, most: maxHoursOfPiece })
  }
  const releasedAt = orders.get(piece.order_id)?.releasedAt ?? null
  return isBeforeRelease(doneAt, releasedAt) ? domainError('work.before_release') : null
}

async function checkInspections(
  write: Write,
  plantId: number,
  results: Map<number, ReportOutcome>,
  inspections: InspectionPort,
): Promise<void> {
  const gated = [...results.values()].flatMap((result) => {
    const step = 'steps' in result ? gateOf(result) : null
    return step === null ? [] : [step]
  })
  if (gated.length === 0) return
  for (const [id, reason] of await inspections(asReads(write), plantId, gated))
    results.set(id, domainError(reason))
}

function withHours(validated: readonly ValidatedPiece[], input: ReportInput): NewReport[] {
  const hours =
    input.hours === null
      ? null
      : splitHours(
          input.hours,
          validated.map(({ piece }) => piece.net_kg),
        )
  return validated.flatMap((one, index) => reportsOf(one, hours?.[index] ?? null, input.source))
}

/** One outcome for each text sent, in the same order; a repeated piece counts once. */
function outcomes(
  texts: readonly string[],
  { found, several }: { readonly found: ReadonlyMap<string, number>; readonly several: ReadonlySet<string> },
  results: ReadonlyMap<number, ReportOutcome>,
  pieces: readonly LockedPiece[],
  reports: readonly NewReport[],
): WorkOutcome[] {
  const serials = new Map(pieces.map(({ id, serial }) => [id, serial]))
  const reported = new Set<number>()
  return texts.map((text) => {
    const id = found.get(text)
    const result = id === undefined ? undefined : results.get(id)
    if (id === undefined || result === undefined) {
      const reason = several.has(text) ? 'piece.several' : 'work.unknown_piece'
      return { pieceId: null, piece: text, serial: null, outcome: 'refused', reason, params: {}, kg: 0 }
    }
    const isDuplicate = reported.has(id)
    reported.add(id)
    const own = reports.filter((report) => report.pieceId === id && report.source !== 'earlier')
    const known = { pieceId: String(id), piece: text, serial: serials.get(id) ?? null }
    return { ...known, ...(isDuplicate && 'steps' in result ? again : outcomeOf(result, sumKg(own))) }
  })
}

type Ending = Pick<WorkOutcome, 'outcome' | 'reason' | 'params' | 'kg'>
const again: Ending = { outcome: 'already', reason: null, params: {}, kg: 0 }

function outcomeOf(result: ReportOutcome, kg: number): Ending {
  if ('steps' in result) return { outcome: 'reported', reason: null, params: {}, kg }
  if ('countedKg' in result) return { ...again, kg: result.countedKg }
  const outcome = result.reason === 'work.done_already' ? 'already' : 'refused'
  return { outcome, reason: result.reason, params: { ...result.params }, kg: 0 }
}

/** Sums whole grams, to avoid floating point noise. */
const sumKg = (reports: readonly { readonly kg: number }[]): number =>
  Math.round(reports.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000

interface StoredReport {
  readonly id: number
  readonly order_id: number
  readonly piece_id: number
  readonly process_id: number
  readonly step: number
  readonly part: number
  readonly kg: number
  readonly finishes: boolean
  readonly day: string
  readonly source: string
  readonly created_at: Date
  readonly created_by: number | null
  readonly undone_at: Date | null
  readonly void: boolean
  readonly has_later: boolean
}

/** Undoes a report: the piece returns to its previous status, and the tonnes no longer count. */
export async function undoReport(
  write: Write,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
  outside: OutsidePort,
): Promise<void> {
  const { piece_id: pieceId } = await reportRow(write, actor.plantId, id)
  const locked = await lockPieces(write, actor.plantId, [pieceId])
  const { orders, pieces, routes } = locked
  // Reads again after the lock: the report may have been undone or followed by another meanwhile.
  const report = await reportRow(write, actor.plantId, id)
  const piece = pieces[0] ?? fail('not_found')
  const order = orders.get(piece.order_id) ?? fail('not_found')
  const route = (piece.route_id === null ? undefined : routes.get(piece.route_id)) ?? []
  const verdict = canUndo(actor.tags, {
    isUndone: report.undone_at !== null,
    isVoid: report.void,
    isOwn: report.created_by !== null && String(report.created_by) === actor.userId,
    isThisShift: await isSameShift(write, actor.plantId, report.created_at, now),
    hasLater: report.has_later,
    isByShipping: ['package', 'delivery', 'receipt'].includes(report.source),
    isBySubcontract: report.source === 'subcontract',
    isOutside: (await outside(asReads(write), actor.plantId, [pieceId])).has(pieceId),
    isBuiltIn: piece.nested === 'inner',
    pieceStatus: piece.status,
    orderStatus: order.status,
  })
  requireAllowed(verdict, { serial: piece.serial })
  const before = thousandths((report.finishes ? 1 : piece.step_part) - report.part)
  await undoReports(write, actor, [report.id], reason, now)
  if (report.finishes) await undoBuiltParts(write, actor, piece, route, report.step)
  await movePieces(write, signature(actor).updated_by, [
    moveTo(piece.id, route, report.step, before, order.isReleased),
  ])
  const moved = await recalculateOrders(write, actor, [order], [report.day])
  const done = { orderId: order.id, pieceId, processId: report.process_id, kg: report.kg }
  await recordReports(write, actor, {
    action: 'orders.undo_report',
    orders: [order],
    reports: [done],
    locked,
    moved,
    reason,
  })
}

async function isSameShift(write: Write, plantId: number, at: Date, now: Date): Promise<boolean> {
  const dayOf = await shiftDays(asReads(write), plantId)
  const [then, current] = [dayOf(at), dayOf(now)]
  return then.day === current.day && then.shiftId === current.shiftId
}

async function reportRow(write: Write, plantId: number, id: string): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`
    select id, order_id, piece_id, process_id, step, part, kg, finishes, day, source, created_at, created_by, undone_at,
      void, exists (select from work_reports later where later.piece_id = r.piece_id and later.id > r.id
        and later.undone_at is null) as has_later
    from work_reports r where plant_id = ${plantId} and id = ${id}`.execute(write)
  return rows[0] ?? fail('not_found')
}
