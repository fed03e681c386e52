import type { OrderReason, OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { WorkReason } from '@cloud-factory/contract/production/work'

/** The fields of a piece that the rules for hold, release of a hold and scrap need. */
export interface HeldPieceFacts {
  readonly orderStatus: OrderStatus
  readonly status: PieceStatus
  /** By its own hold. */
  readonly held: boolean
  /** It is in another piece, or others are in it. */
  readonly nested?: Nested
}

export type Nested = 'inner' | 'outer' | null

const gone: ReadonlySet<PieceStatus> = new Set(['scrapped', 'superseded'])
const sent: ReadonlySet<PieceStatus> = new Set(['shipped', 'received'])
const over: ReadonlySet<OrderStatus> = new Set(['shipped', 'closed', 'cancelled'])

export function canHoldPiece(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(piece.orderStatus)) return 'order.finished'
  if (gone.has(piece.status)) return 'piece.gone'
  if (sent.has(piece.status)) return 'piece.packed'
  return !piece.held || 'piece.held_already'
}

export function canResumePiece(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  return piece.held || 'piece.not_held'
}

/** A packed piece must be taken out of its package first, and pieces that are built in out of each other. */
export function canScrap(tags: readonly string[], piece: HeldPieceFacts): true | OrderReason {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (over.has(piece.orderStatus)) return 'order.finished'
  if (gone.has(piece.status)) return 'piece.gone'
  if (piece.status === 'packed' || sent.has(piece.status)) return 'piece.packed'
  return piece.nested === undefined || piece.nested === null || `piece.${piece.nested}`
}

/** Lots can be changed until the order is delivered. */
export function canChangeLots(tags: readonly string[], order: OrderStatus): true | OrderReason {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !over.has(order) || 'order.finished'
}

/** The fields of a work report that the rules need. */
export interface ReportFacts {
  readonly isUndone: boolean
  readonly isVoid: boolean
  readonly isOwn: boolean
  /** Whether it was reported in the current shift. */
  readonly isThisShift: boolean
  /** A later report of the same piece exists. */
  readonly hasLater: boolean
  /** Written by packing, dispatch or receipt. */
  readonly isByShipping: boolean
  /** Work of a supplier, which is undone with its acceptance. */
  readonly isBySubcontract: boolean
  /** A supplier works on the piece. */
  readonly isOutside: boolean
  /** It is in another piece. */
  readonly isBuiltIn: boolean
  readonly pieceStatus: PieceStatus
  readonly orderStatus: OrderStatus
}

const packedStatuses: ReadonlySet<PieceStatus> = new Set(['packed', 'shipped', 'received'])
const closedStatuses: ReadonlySet<OrderStatus> = new Set(['closed', 'cancelled'])

/** Whether a report may be undone: one's own within its shift, or any report with the permission to release orders. */
export function canUndo(
  tags: readonly string[],
  report: ReportFacts,
): true | WorkReason | 'permission.denied' {
  if (!tags.includes('order.report') && !tags.includes('order.release')) return 'permission.denied'
  return stands(report) ?? author(tags, report)
}

/** What is undone elsewhere, or not as long as the piece is away. */
const elsewhereReasons = [
  ['isByShipping', 'work.not_by_hand'],
  ['isBySubcontract', 'work.by_subcontract'],
  ['isOutside', 'work.piece_outside'],
  ['isBuiltIn', 'work.built_in'],
] as const

function stands(report: ReportFacts): WorkReason | null {
  if (report.isUndone) return 'work.undone'
  if (report.isVoid)
    return report.pieceStatus === 'superseded' ? 'work.piece_superseded' : 'work.piece_scrapped'
  const elsewhere = elsewhereReasons.find(([flag]) => report[flag])
  if (elsewhere !== undefined) return elsewhere[1]
  if (packedStatuses.has(report.pieceStatus) || closedStatuses.has(report.orderStatus))
    return 'work.too_late_to_undo'
  if (report.pieceStatus === 'ncr_open' || report.pieceStatus === 'rework') return 'work.piece_ncr'
  return report.hasLater ? 'work.later_step_done' : null
}

function author(tags: readonly string[], report: ReportFacts): true | WorkReason {
  if (tags.includes('order.release')) return true
  if (!report.isOwn) return 'work.not_yours'
  return report.isThisShift || 'work.too_late_to_undo'
}
