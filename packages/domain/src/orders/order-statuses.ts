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
export type MarkKind = (typeof markKinds)[number]
