import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { WorkOutcome, workApi } from '@cloud-factory/contract/work'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { signature } from '../../../platform/db/signed-rows.ts'
import { findPieces, severalPieces } from './find-pieces.ts'
import type { InspectionPort, MaterialPort } from './inspections.ts'
import { cutOf, gateOf, type JudgedPiece, judgePiece, moveOf, reportsOf } from './judge-report.ts'
import type { WorkPorts } from './machines.port.ts'
import { refusal, splitHours, type WorkRefusal } from './piece-steps.rules.ts'
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
import { settleOrders } from './settle-orders.ts'
import { recordReports } from './work.records.ts'

type ReportApi = (typeof workApi)['POST /api/work-reports']
type ReportInput = BodyOf<ReportApi>

/** What became of a piece: judged, refused, or counted before with so many kilograms. */
type Fate = JudgedPiece | WorkRefusal | { readonly countedKg: number }

/**
 * Reports work on pieces. Orders and pieces are locked first, so of two people who report the same step one is told
 * that it is done already; each piece is judged by itself, and one that is refused does not hold up the others.
 */
export async function reportWork(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
  { inspections, material, machines }: WorkPorts,
): Promise<ReplyOf<ReportApi>> {
  const doneAt = doneAtOf(input.doneAt, now)
  const found = await findPieces(asReads(write), actor.plantId, input.pieces)
  const locked = await lockPieces(write, actor.plantId, [...new Set(found.values())])
  const workshopId = await workshopOfCrew(write, actor.plantId, input.crewId)
  const machineId = await machineOf(write, actor.plantId, input.machineId ?? null, machines)
  const counted = await countedBefore(write, actor.plantId, input.clientKey)
  const step = { processId: Number(input.processId), part: input.part, withEarlier: input.withEarlier }
  const hoursEach = (input.hours ?? 0) / Math.max(1, locked.pieces.length)
  const fates = new Map<number, Fate>(
    locked.pieces.map((piece) => {
      const countedKg = counted.get(piece.id)
      if (countedKg !== undefined) return [piece.id, { countedKg }]
      return [piece.id, senseless(locked, piece, doneAt, hoursEach) ?? judgePiece(locked, piece, step)]
    }),
  )
  await askMaterial(write, actor.plantId, fates, material)
  await askInspections(write, actor.plantId, fates, inspections)
  const judged = [...fates.values()].filter((fate) => 'steps' in fate)
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
    const moved = await settleOrders(write, actor, orders, [frame.day])
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
  const items = outcomes(input.pieces, { found, several }, fates, locked.pieces, reports)
  return { items, kg: sumKg(reports.filter(({ source }) => source !== 'earlier')) }
}

/** What cannot have been: work before the order was released, or more hours on a piece than a crew has. */
function senseless(
  { orders }: LockedPieces,
  piece: LockedPiece,
  doneAt: Date,
  hoursEach: number,
): WorkRefusal | null {
  if (hoursEach > maxHoursOfPiece) {
    return refusal('work.many_hours', { hours: Math.round(hoursEach * 10) / 10, most: maxHoursOfPiece })
  }
  const releasedAt = orders.get(piece.order_id)?.releasedAt ?? null
  return isBeforeRelease(doneAt, releasedAt) ? refusal('work.before_release') : null
}

async function askMaterial(
  write: Write,
  plantId: number,
  fates: Map<number, Fate>,
  material: MaterialPort,
): Promise<void> {
  const cut = [...fates.values()].flatMap((fate) => {
    const piece = 'steps' in fate ? cutOf(fate) : null
    return piece === null ? [] : [piece]
  })
  if (cut.length === 0) return
  for (const [id, reason] of await material(asReads(write), plantId, cut)) fates.set(id, refusal(reason))
}

async function askInspections(
  write: Write,
  plantId: number,
  fates: Map<number, Fate>,
  inspections: InspectionPort,
): Promise<void> {
  const gated = [...fates.values()].flatMap((fate) => {
    const step = 'steps' in fate ? gateOf(fate) : null
    return step === null ? [] : [step]
  })
  if (gated.length === 0) return
  for (const [id, reason] of await inspections(asReads(write), plantId, gated)) fates.set(id, refusal(reason))
}

function withHours(judged: readonly JudgedPiece[], input: ReportInput): NewReport[] {
  const hours =
    input.hours === null
      ? null
      : splitHours(
          input.hours,
          judged.map(({ piece }) => piece.net_kg),
        )
  return judged.flatMap((one, index) => reportsOf(one, hours?.[index] ?? null, input.source))
}

/** One outcome for each text sent, in its order; a piece named twice is counted once. */
function outcomes(
  texts: readonly string[],
  { found, several }: { readonly found: ReadonlyMap<string, number>; readonly several: ReadonlySet<string> },
  fates: ReadonlyMap<number, Fate>,
  pieces: readonly LockedPiece[],
  reports: readonly NewReport[],
): WorkOutcome[] {
  const serials = new Map(pieces.map(({ id, serial }) => [id, serial]))
  const told = new Set<number>()
  return texts.map((text) => {
    const id = found.get(text)
    const fate = id === undefined ? undefined : fates.get(id)
    if (id === undefined || fate === undefined) {
      const reason = several.has(text) ? 'piece.several' : 'work.unknown_piece'
      return { pieceId: null, piece: text, serial: null, outcome: 'refused', reason, params: {}, kg: 0 }
    }
    const isAgain = told.has(id)
    told.add(id)
    const own = reports.filter((report) => report.pieceId === id && report.source !== 'earlier')
    const known = { pieceId: String(id), piece: text, serial: serials.get(id) ?? null }
    return { ...known, ...(isAgain && 'steps' in fate ? again : outcomeOf(fate, sumKg(own))) }
  })
}

type Ending = Pick<WorkOutcome, 'outcome' | 'reason' | 'params' | 'kg'>
const again: Ending = { outcome: 'already', reason: null, params: {}, kg: 0 }

function outcomeOf(fate: Fate, kg: number): Ending {
  if ('steps' in fate) return { outcome: 'reported', reason: null, params: {}, kg }
  if ('countedKg' in fate) return { ...again, kg: fate.countedKg }
  const outcome = fate.reason === 'work.done_already' ? 'already' : 'refused'
  return { outcome, reason: fate.reason, params: { ...fate.params }, kg: 0 }
}

/** Sums whole grams, so that no cent of floating point is shown. */
const sumKg = (reports: readonly { readonly kg: number }[]): number =>
  Math.round(reports.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000
