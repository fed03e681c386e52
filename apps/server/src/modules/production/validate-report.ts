import { sql } from 'kysely'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { type ShiftDay, type ShiftTimes, shiftOf } from '../planning/public.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { MachinesPort, CutPiece, GatedStep } from './work-ports.ts'
import {
  type PieceFacts,
  type ReportedStep,
  type Route,
  type StepsToReport,
  type WorkError,
  isGated,
  isCutBy,
  kgOfPart,
  pieceStatusAfter,
  domainError,
  stepsToReport,
  thousandths,
} from './production.rules.ts'
import type { LockedOrder, LockedPiece, LockedPieces, PieceMove, NewReport } from './production.store.ts'

/** Shifts of a plant, loaded once to assign many timestamps to working days. */
export async function shiftDays(reads: Reads, plantId: number): Promise<(at: Date) => ShiftDay> {
  const rows = await readRows(
    reads,
    sql<{ shifts: ShiftTimes[]; time_zone: string }>`${prepare}
      select time_zone, coalesce((select jsonb_agg(jsonb_build_object('id', id,
        'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI')) order by id)
        from shifts where plant_id = plants.id and active), '[]') as shifts
      from plants where id = ${plantId}`,
  )
  const { shifts = [], time_zone: timeZone = 'UTC' } = rows[0] ?? {}
  return (at) => shiftOf(at.getTime(), shifts, timeZone)
}

const earliestMs = 7 * 86_400_000
/** Tolerance for clocks of phones. */
const aheadMs = 5 * 60_000

/** Whether work was done before its order was released, with a tolerance for clocks of phones. */
export const isBeforeRelease = (doneAt: Date, releasedAt: Date | null): boolean =>
  releasedAt !== null && doneAt.getTime() < releasedAt.getTime() - aheadMs

/** Ten people for a shift of twelve hours: a higher value for one piece is a typing error. */
export const maxHoursOfPiece = 120

/** When the work was done; fails with `request.invalid` when that is too long ago or in the future. */
export function doneAtOf(stated: string | undefined, now: Date): Date {
  if (stated === undefined) return now
  const at = Date.parse(stated)
  const isWithin = at <= now.getTime() + aheadMs && at >= now.getTime() - earliestMs
  if (!isWithin) fail('request.invalid', { errors: [{ path: 'body.doneAt', reason: 'not_within_days' }] })
  return new Date(Math.min(at, now.getTime()))
}

/** Working day and shift of an instant in the plant. */
export async function shiftDayOf(write: Write, plantId: number, at: Date): Promise<ShiftDay> {
  const dayOf = await shiftDays(asReads(write), plantId)
  return dayOf(at)
}

/** The workshop of a crew that may report; fails with `not_found` when the plant has no such active crew. */
export async function workshopOfCrew(
  write: Write,
  plantId: number,
  crewId: string | null,
): Promise<number | null> {
  if (crewId === null) return null
  const { rows } = await sql<{ workshop_id: number }>`
    select workshop_id from crews where plant_id = ${plantId} and id = ${crewId} and active for key share`.execute(
    write,
  )
  return rows[0]?.workshop_id ?? fail('not_found', { params: { field: 'crewId' } })
}

/** The machine that the work was done on; fails with `not_found` when the plant has no such active machine. */
export async function machineOf(
  write: Write,
  plantId: number,
  machineId: string | null,
  machines: MachinesPort,
): Promise<number | null> {
  if (machineId === null) return null
  const [machine] = await machines.working(asReads(write), plantId, Number(machineId))
  return machine?.id ?? fail('not_found', { params: { field: 'machineId' } })
}

/** A piece whose report may be written unless an inspection is missing. */
export interface ValidatedPiece {
  readonly piece: LockedPiece
  readonly order: LockedOrder
  readonly route: Route
  readonly steps: StepsToReport
}

/** Result for a piece: accepted, rejected, or already counted with its kilograms. */
export type ReportOutcome = ValidatedPiece | WorkError | { readonly countedKg: number }

export const factsOfPiece = (piece: LockedPiece, order: LockedOrder): PieceFacts => ({
  orderStatus: order.status,
  status: piece.status,
  stepsDone: piece.steps_done,
  stepPart: piece.step_part,
  holds: piece.holds,
})

/** Validates a report on one locked piece. */
export function validatePiece(
  { orders, routes }: LockedPieces,
  piece: LockedPiece,
  report: ReportedStep,
): ValidatedPiece | WorkError {
  const order = orders.get(piece.order_id)
  const route = piece.route_id === null ? undefined : routes.get(piece.route_id)
  if (order === undefined || route === undefined) return domainError('work.order_not_released')
  const steps = stepsToReport(factsOfPiece(piece, order), route, report)
  return 'reason' in steps ? steps : { piece, order, route, steps }
}

/** The gate to check with quality, if the reported step has one. */
export function gateOf({ piece, route, steps }: ValidatedPiece): GatedStep | null {
  const step = route[steps.to]
  if (step === undefined || !isGated(step)) return null
  return { pieceId: piece.id, processId: step.processId, gate: step.gate === 'hold' ? 'hold' : 'inspect' }
}

/** The material check with quality, if the piece is cut by the report or was cut before. */
export const cutOf = ({ piece, order, route, steps }: ValidatedPiece): CutPiece | null =>
  isCutBy(route, steps.to) ? { pieceId: piece.id, projectId: order.project_id } : null

/** The rows to write: filled-in steps first, the reported one last, with the hours. All that a supplier did is the supplier's. */
export function reportsOf(
  validated: ValidatedPiece,
  hours: number | null,
  source: NewReport['source'],
): NewReport[] {
  const { piece, order, route, steps } = validated
  return route.slice(steps.from, steps.to + 1).map((step, index) => {
    const position = steps.from + index
    const before = position === piece.steps_done ? piece.step_part : 0
    const isReported = position === steps.to
    const part = isReported ? steps.part : thousandths(1 - before)
    return {
      projectId: order.project_id,
      orderId: order.id,
      markId: piece.mark_id,
      pieceId: piece.id,
      processId: step.processId,
      step: position,
      part,
      kg: kgOfPart(piece.net_kg, before, part),
      finishes: isReported ? steps.finishes : true,
      hours: isReported ? hours : null,
      source: isReported || source === 'subcontract' ? source : 'earlier',
    }
  })
}

/** Status of the piece after the rows are written. */
export function moveOf({ piece, order, route, steps }: ValidatedPiece): PieceMove {
  const stepsDone = steps.finishes ? steps.to + 1 : steps.to
  const before = steps.to === piece.steps_done ? piece.step_part : 0
  const stepPart = steps.finishes ? 0 : thousandths(before + steps.part)
  return moveTo(piece.id, route, stepsDone, stepPart, order.isReleased)
}

export const moveTo = (
  id: number,
  route: Route,
  stepsDone: number,
  stepPart: number,
  isReleased: boolean,
): PieceMove => ({
  id,
  status: pieceStatusAfter(route, stepsDone, stepPart, isReleased),
  stepsDone,
  stepPart,
  nextProcessId: isReleased ? (route[stepsDone]?.processId ?? null) : null,
})
