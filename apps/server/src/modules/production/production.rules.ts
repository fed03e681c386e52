import {
  isActiveOrder,
  type OrderStatus,
  type PieceStatus,
  type PieceSummary,
} from '@cloud-factory/domain/orders/order-statuses'
import type {
  ResultStatus,
  ProcessGate,
  ProcessKind,
} from '@cloud-factory/domain/planning/planning-resources'
import type { WorkReason } from '@cloud-factory/contract/production/work'
import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'

/** The fields of a route step that the rules need. */
export interface RouteStep {
  readonly processId: number
  readonly code: string
  readonly kind: ProcessKind
  readonly gate: ProcessGate
  readonly gives: ResultStatus | null
}
export type Route = readonly RouteStep[]

/** The fields of a piece that the rules need. */
export interface PieceFacts {
  readonly orderStatus: OrderStatus
  readonly status: PieceStatus
  readonly stepsDone: number
  /** Completed share of the next step, exact to thousandths. */
  readonly stepPart: number
  /** Open holds: its own and its mark's. */
  readonly holds: number
}

export interface WorkError {
  readonly reason: WorkReason
  readonly params: Readonly<Record<string, string | number>>
}

/** Steps to write for one piece, by position on its route; the last one may be partial. */
export interface StepsToReport {
  readonly from: number
  readonly to: number
  /** Share of the last step that the report adds. */
  readonly part: number
  readonly finishes: boolean
}

const milestones: Readonly<Record<Exclude<ProcessKind, 'work'>, PieceStatus>> = {
  pack: 'packed',
  ship: 'shipped',
  receive: 'received',
}
const milestoneOf = ({ kind, gives }: RouteStep): PieceStatus | null =>
  kind === 'work' ? gives : milestones[kind]

const cutting = 'CutComp'

/** Whether a piece is cut once the step at a position is done. A route without cutting begins with cut material. */
export function isCutBy(route: Route, position: number): boolean {
  const at = route.findIndex(({ code }) => code === cutting)
  return position >= at
}

export const isGated = ({ gate }: Pick<RouteStep, 'gate'>): boolean => gate === 'inspect' || gate === 'hold'

/**
 * The status of a piece by its position on the route: the last milestone passed; otherwise whether it waits for an inspection; otherwise whether work
 * has begun. The route does not show non-conformance, scrap and supersession.
 */
export function pieceStatusAfter(
  route: Route,
  stepsDone: number,
  stepPart: number,
  isReleased: boolean,
): PieceStatus {
  if (!isReleased) return 'planned'
  const milestone = route
    .slice(0, stepsDone)
    .map(milestoneOf)
    .findLast((status) => status !== null)
  if (milestone !== undefined && milestone !== null) return milestone
  if (stepsDone === 0 && stepPart === 0) return 'issued'
  const next = route[stepsDone]
  return next !== undefined && isGated(next) ? 'to_inspect' : 'in_process'
}

export const working: ReadonlySet<OrderStatus> = new Set(['released', 'in_production', 'completed'])
const blocked: ReadonlyMap<PieceStatus, WorkReason> = new Map([
  ['scrapped', 'work.piece_scrapped'],
  ['superseded', 'work.piece_superseded'],
  ['ncr_open', 'work.piece_ncr'],
  ['rework', 'work.piece_ncr'],
])

/** Whether work on the piece may continue; null: it may. */
export function standstill(piece: PieceFacts): WorkError | null {
  const reason = blocked.get(piece.status)
  if (reason !== undefined) return domainError(reason)
  if (piece.orderStatus === 'on_hold') return domainError('work.order_held')
  if (piece.holds > 0) return domainError('work.piece_held')
  return null
}

/** Input of a report on a piece. */
export interface ReportedStep {
  readonly processId: number
  /** Left out: the remaining share of the step. */
  readonly part: number | undefined
  /** Also completes the ungated steps before it. */
  readonly withEarlier: boolean
}

/** Steps that a report writes, or the reason for a rejection. Inspections are checked later. */
export function stepsToReport(
  piece: PieceFacts,
  route: Route,
  report: ReportedStep,
): StepsToReport | WorkError {
  const still = standstill(piece)
  if (still !== null) return still
  if (!working.has(piece.orderStatus)) return domainError('work.order_not_released')
  const to = route.findIndex(({ processId }) => processId === report.processId)
  const step = route[to]
  if (step === undefined) return domainError('work.not_on_route')
  if (to < piece.stepsDone) return domainError('work.done_already', { process: step.code })
  if (step.kind !== 'work') return domainError('work.not_by_hand', { process: step.code })
  const missing = route
    .slice(piece.stepsDone, to)
    .find((earlier) => !report.withEarlier || isGated(earlier) || earlier.kind !== 'work')
  if (missing !== undefined) return domainError('work.step_before', { process: missing.code })
  return shareOf(piece, to, report.part)
}

function shareOf(piece: PieceFacts, to: number, part: number | undefined): StepsToReport | WorkError {
  const left = to === piece.stepsDone ? thousandths(1 - piece.stepPart) : 1
  const added = part === undefined ? left : thousandths(part)
  if (added > left) return domainError('work.part_too_large', { left })
  return { from: piece.stepsDone, to, part: added, finishes: added === left }
}

/** Exact to a thousandth, as stored in the database. */
export const thousandths = (share: number): number => Math.round(share * 1000) / 1000

/**
 * Kilograms of a share of a step. Shares are differences of the running total, so those of one step always sum to the exact weight of the piece.
 * Weights are whole grams.
 */
export function kgOfPart(netKg: number, before: number, part: number): number {
  const whole = Math.round(netKg * 1000)
  const grams = (share: number) => Math.floor((whole * Math.round(share * 1000) + 500) / 1000)
  return (grams(before + part) - grams(before)) / 1000
}

/** Splits hours over pieces by weight, in hundredths that sum to the exact total; in equal parts if no piece has a weight. */
export function splitHours(hours: number, kgs: readonly number[]): number[] {
  const total = kgs.reduce((sum, kg) => sum + kg, 0)
  const weights = total > 0 ? kgs : kgs.map(() => 1)
  const whole = total > 0 ? total : kgs.length
  let passed = 0
  let assigned = 0
  return weights.map((weight) => {
    passed += weight
    const until = Math.round((hours * 100 * passed) / whole)
    const own = until - assigned
    assigned = until
    return own / 100
  })
}

export const domainError = (reason: WorkReason, params: WorkError['params'] = {}): WorkError => ({
  reason,
  params,
})

/**
 * The status of an order by the progress of its pieces. Work moves it forwards; undone work moves it back. Statuses that only people set (draft,
 * confirmed, held, closed, cancelled) stay.
 */
export function statusFromSummary(status: OrderStatus, summary: PieceSummary): OrderStatus {
  if (!isActiveOrder(status)) return status
  const { pieces, started, workDone, shipped } = summary
  if (pieces === 0 || started === 0) return 'released'
  if (shipped === pieces) return 'shipped'
  return workDone === pieces ? 'completed' : 'in_production'
}

interface OrderState {
  readonly status: OrderStatus
  readonly priority: string
}

/** Whether an order already has the result of the action. Then it is skipped without an error. */
export function isAlready(order: OrderState, action: BulkAction, priority: string | undefined): boolean {
  if (action === 'priority') return order.priority === priority
  if (action === 'resume') return order.status !== 'on_hold'
  return order.status === ({ confirm: 'confirmed', release: 'released', hold: 'on_hold' } as const)[action]
}
