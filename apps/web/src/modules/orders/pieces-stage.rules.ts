import { type PieceStatus, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'

/** Coarse stages of a piece, as shown in an order's bar. */
const stages = ['gone', 'done', 'working', 'blocked', 'waiting'] as const
export type Stage = (typeof stages)[number]

/** Stage of each state; pieces scrapped or superseded count for nothing. */
const stageOf: Readonly<Record<PieceStatus, Stage | null>> = {
  planned: 'waiting',
  issued: 'waiting',
  in_process: 'working',
  to_inspect: 'working',
  rework: 'working',
  ncr_open: 'blocked',
  accepted: 'done',
  coated: 'done',
  packed: 'done',
  shipped: 'gone',
  received: 'gone',
  scrapped: null,
  superseded: null,
}

export type PieceCounts = Readonly<Partial<Record<PieceStatus, number>>>

export interface StageShare {
  readonly stage: Stage
  readonly pieces: number
  /** Of all pieces that count, 0 to 1. */
  readonly share: number
}

/** Pieces by stage, stages without pieces left out; empty when no piece counts. */
export function stageShares(counts: PieceCounts): readonly StageShare[] {
  const sums = new Map<Stage, number>()
  for (const status of pieceStatuses) {
    const stage = stageOf[status]
    const pieces = counts[status] ?? 0
    if (stage !== null && pieces > 0) sums.set(stage, (sums.get(stage) ?? 0) + pieces)
  }
  const total = [...sums.values()].reduce((sum, pieces) => sum + pieces, 0)
  return stages.flatMap((stage) => {
    const pieces = sums.get(stage)
    return pieces === undefined ? [] : [{ stage, pieces, share: pieces / total }]
  })
}

/** Pieces that passed their inspection, wherever they are now. */
export const acceptedPieces = (shares: readonly StageShare[]): number =>
  shares.reduce((sum, { stage, pieces }) => (stage === 'done' || stage === 'gone' ? sum + pieces : sum), 0)

export const stageOfStatus = (status: PieceStatus): Stage | null => stageOf[status]

/** Whole per cent; 0 and 100 only for exactly nothing and all. */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}
