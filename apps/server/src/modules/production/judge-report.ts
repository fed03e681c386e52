import type { PieceFacts, ReportedStep, Route, StepsToReport, WorkError } from './piece-steps.rules.ts'
import {
  isGated,
  isCutBy,
  kgOfPart,
  pieceStatusAfter,
  domainError,
  stepsToReport,
  thousandths,
} from './piece-steps.rules.ts'
import type { CutPiece, GatedStep } from './inspections.ts'
import type { LockedOrder, LockedPiece, LockedPieces, PieceMove } from './pieces.store.ts'
import type { NewReport } from './reports.store.ts'

/** A piece whose report may be written unless an inspection is missing. */
export interface ValidatedPiece {
  readonly piece: LockedPiece
  readonly order: LockedOrder
  readonly route: Route
  readonly steps: StepsToReport
}

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

/** The rows to write: filled-in steps first, the reported one last, with the hours. */
export function reportsOf(
  judged: ValidatedPiece,
  hours: number | null,
  source: NewReport['source'],
): NewReport[] {
  const { piece, order, route, steps } = judged
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
      source: isReported ? source : 'earlier',
    }
  })
}

/** Status of the piece after the rows are written. */
export function moveOf({ piece, order, route, steps }: ValidatedPiece): PieceMove {
  const stepsDone = steps.finishes ? steps.to + 1 : steps.to
  const before = steps.to === piece.steps_done ? piece.step_part : 0
  const stepPart = steps.finishes ? 0 : thousandths(before + steps.part)
  return standing(piece.id, route, stepsDone, stepPart, order.isReleased)
}

export const standing = (
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
