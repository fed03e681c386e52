import { type PieceStatus, pieceStatuses } from '../orders/order-statuses.ts'

/** What the colours of a model can show. */
export const colourings = [
  'status',
  'process',
  'lateness',
  'quality',
  'production_lot',
  'erection_lot',
  'delivery',
  'change',
] as const
export type Colouring = (typeof colourings)[number]
/** Those of them whose states are records of the factory, with names of their own. */
export const recordColourings = [
  'production_lot',
  'erection_lot',
  'delivery',
] as const satisfies readonly Colouring[]
export type RecordColouring = (typeof recordColourings)[number]
/** Those of them that a wall can show. */
export const wallColourings = ['status', 'lateness', 'quality'] as const satisfies readonly Colouring[]
export type WallColouring = (typeof wallColourings)[number]
/** Those of them that a customer sees. */
export const customerColourings = ['status', 'process'] as const satisfies readonly Colouring[]

/** Statuses of pieces, and what the site did with those that it received. */
export const memberStatuses = pieceStatuses.flatMap((status) =>
  status === 'received' ? (['received', 'erected'] as const) : [status],
)

/** Against the day on which the lot, otherwise the order, is due: by the forecast of the order. */
export const latenesses = ['done', 'in_time', 'late', 'overdue', 'unknown'] as const
export type Lateness = (typeof latenesses)[number]

export const qualities = ['open', 'to_inspect', 'rework', 'held', 'accepted', 'ncr_open'] as const
export type Quality = (typeof qualities)[number]

const finished: ReadonlySet<PieceStatus> = new Set(['accepted', 'coated', 'packed', 'shipped', 'received'])

interface PieceFacts {
  readonly status: PieceStatus
  readonly held: boolean
  readonly hasOpenNcr: boolean
}

export function qualityOf({ status, held, hasOpenNcr }: PieceFacts): Quality {
  if (hasOpenNcr || status === 'ncr_open') return 'ncr_open'
  if (status === 'rework' || status === 'to_inspect') return status
  if (held) return 'held'
  return finished.has(status) ? 'accepted' : 'open'
}

interface DueFacts {
  readonly isDone: boolean
  /** ISO days; null: unknown. */
  readonly dueOn: string | null
  readonly forecastOn: string | null
  readonly today: string
}

export function latenessOf({ isDone, dueOn, forecastOn, today }: DueFacts): Lateness {
  if (isDone) return 'done'
  if (dueOn === null) return 'unknown'
  if (dueOn < today) return 'overdue'
  if (forecastOn === null) return 'unknown'
  return forecastOn > dueOn ? 'late' : 'in_time'
}
