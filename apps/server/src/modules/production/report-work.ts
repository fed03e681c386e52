import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { WorkOutcome, workApi } from '@cloud-factory/contract/production/work'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { findPieces, severalPieces } from './find-pieces.ts'
import type { InspectionPort, MaterialPort } from './inspections.ts'
import { cutOf, gateOf, type ValidatedPiece, validatePiece, moveOf, reportsOf } from './judge-report.ts'
import type { WorkPorts } from './machines.port.ts'
import { domainError, splitHours, type WorkError } from './piece-steps.rules.ts'
import { type LockedPiece, type LockedPieces, lockPieces, movePieces } from './pieces.store.ts'
import {
  doneAtOf,
  isBeforeRelease,
  machineOf,
  maxHoursOfPiece,
  shiftDayOf,
  workshopOfCrew,
} from './report-frame.ts'
import { countedBefore, insertReports, type NewReport } from './reports.store.ts'
import { recalculateOrders } from './recalculate-orders.ts'
import { recordReports } from './work.records.ts'

type ReportApi = (typeof workApi)['POST /api/work-reports']
type ReportInput = BodyOf<ReportApi>

/** Result for a piece: accepted, rejected, or already counted with its kilograms. */
type ReportOutcome = ValidatedPiece | WorkError | { readonly countedKg: number }

/**
 * Reports work on pieces. Orders and pieces are locked first, so the second of two equal reports is rejected as already done. Each piece is validated
 * separately; a rejected piece does not affect the others.
 */
export async function reportWork(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
  { inspections, material, machines }: WorkPorts,
): Promise<ReplyOf<ReportApi>> {
  const doneAt = doneAtOf(input.doneAt, now)
  const found = await findPieces(asReads(write), actor.plantId, input.pieces, input.source === 'scan')
  const locked = await lockPieces(write, actor.plantId, [...new Set(found.values())])
  const workshopId = await workshopOfCrew(write, actor.plantId, input.crewId)
  const machineId = await machineOf(write, actor.plantId, input.machineId ?? null, machines)
  const counted = await countedBefore(write, actor.plantId, input.clientKey)
  const step = { processId: Number(input.processId), part: input.part, withEarlier: input.withEarlier }
  const hoursEach = (input.hours ?? 0) / Math.max(1, locked.pieces.length)
  const results = new Map<number, ReportOutcome>(
    locked.pieces.map((piece) => {
      const countedKg = counted.get(piece.id)
      if (countedKg !== undefined) return [piece.id, { countedKg }]
      return [piece.id, senseless(locked, piece, doneAt, hoursEach) ?? validatePiece(locked, piece, step)]
    }),
  )
  await askMaterial(write, actor.plantId, results, material)
  await askInspections(write, actor.plantId, results, inspections)
  const judged = [...results.values()].filter((result) => 'steps' in result)
  const reports = withHours(judged, input)
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
    await movePieces(write, signature(actor).updated_by, judged.map(moveOf))
    const orders = [...new Set(judged.map(({ order }) => order))]
    const moved = await recalculateOrders(write, actor, orders, [frame.day])
    await recordReports(write, actor, {
      action: 'orders.report',
      orders,
      reports,
      pieces: locked.pieces,
      moved,
    })
  }
  const unknown = input.pieces.filter((text) => !found.has(text))
  const several = await severalPieces(asReads(write), actor.plantId, unknown)
  const items = outcomes(input.pieces, { found, several }, results, locked.pieces, reports)
  return { items, kg: sumKg(reports.filter(({ source }) => source !== 'earlier')) }
}

/** Rejects impossible input: work before the release of the order, or more hours on a piece than a crew has. */
function senseless(
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

async function askMaterial(
  write: Write,
  plantId: number,
  results: Map<number, ReportOutcome>,
  material: MaterialPort,
): Promise<void> {
  const cut = [...results.values()].flatMap((result) => {
    const piece = 'steps' in result ? cutOf(result) : null
    return piece === null ? [] : [piece]
  })
  if (cut.length === 0) return
  for (const [id, reason] of await material(asReads(write), plantId, cut))
    results.set(id, domainError(reason))
}

async function askInspections(
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

function withHours(judged: readonly ValidatedPiece[], input: ReportInput): NewReport[] {
  const hours =
    input.hours === null
      ? null
      : splitHours(
          input.hours,
          judged.map(({ piece }) => piece.net_kg),
        )
  return judged.flatMap((one, index) => reportsOf(one, hours?.[index] ?? null, input.source))
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
