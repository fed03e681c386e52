/** Why an action on a project, an order or an import is not allowed: values of `can`, params of `state.refused`. */
const orderReasons = [
  'permission.denied',
  'project.has_orders',
  'project.closed',
  'order.finished',
  'order.not_importing',
  'order.wrong_state',
  'order.started',
  'order.partly_shipped',
  'order.not_draft',
  'order.has_pieces',
  'import.not_ready',
  'import.has_errors',
  'import.needs_started',
  'import.no_such_row',
  'import.no_file_left',
  'import.not_applied',
  'import.later_one',
  'import.reported',
  'import.recorded',
  'order.no_marks',
  'order.no_route',
  'order.weights_missing',
  'order.unweighed',
  'order.drawings_missing',
  'order.pieces_missing',
  'order.piece_kept',
  'order.held_already',
  'order.not_held',
  'mark.started',
  'mark.held_already',
  'mark.not_held',
  'piece.held_already',
  'piece.not_held',
  'piece.gone',
  'piece.packed',
  'piece.inner',
  'piece.outer',
  'route.in_use',
  'weights.not_100',
  'shift.overlaps',
  'export.too_many',
  'bulk.too_many',
] as const
export type OrderReason = (typeof orderReasons)[number]

/** Statuses of an order; the server decides on transitions (`orders.rules.ts`). */
export const orderStatuses = [
  'draft',
  'confirmed',
  'released',
  'in_production',
  'completed',
  'shipped',
  'closed',
  'on_hold',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Work on the pieces of such an order is reported; they are packed and delivered. */
export const activeOrderStatuses = [
  'released',
  'in_production',
  'completed',
  'shipped',
] as const satisfies OrderStatus[]
/** All pieces of such an order are made. */
export const finishedOrderStatuses = ['completed', 'shipped', 'closed'] as const satisfies OrderStatus[]
const active: ReadonlySet<string> = new Set(activeOrderStatuses)
export const isActiveOrder = (status: string): boolean => active.has(status)

export const pieceStatuses = [
  'planned',
  'issued',
  'in_process',
  'to_inspect',
  'accepted',
  'coated',
  'packed',
  'shipped',
  'received',
  'ncr_open',
  'rework',
  'scrapped',
  'superseded',
] as const
export type PieceStatus = (typeof pieceStatuses)[number]

export const priorities = ['A', 'B', 'C'] as const
export const markKinds = [
  'beam',
  'column',
  'brace',
  'truss',
  'plate_girder',
  'purlin',
  'stair',
  'handrail',
  'embed',
  'other',
] as const

/** Counted pieces of an order by progress. */
export interface PieceSummary {
  readonly pieces: number
  /** With any work done. */
  readonly started: number
  /** Past the last step of their route that people report. */
  readonly workDone: number
  /** In transit or received. */
  readonly shipped: number
}
