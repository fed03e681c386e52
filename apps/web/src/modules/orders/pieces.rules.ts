import { type PieceStatus, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'

/** Coarse stages of a piece, as shown in an order's bar. */
const stages = ['gone', 'done', 'working', 'blocked', 'waiting'] as const
type Stage = (typeof stages)[number]

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

type PieceCounts = Readonly<Partial<Record<PieceStatus, number>>>

interface StageShare {
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

type ByProcess = OrderRow['byProcess']

/** Progress of one process of an order. */
export interface ProcessShare {
  readonly processId: string
  readonly pieces: number
  readonly donePieces: number
  /** From 0 to 1; by kilograms, or by pieces if no weights are known. */
  readonly share: number
  readonly leftKg: number
}

export function processShares(byProcess: ByProcess): readonly ProcessShare[] {
  return byProcess.map(({ processId, pieces, donePieces, kg, doneKg }) => {
    const [done, whole] = kg > 0 ? [doneKg, kg] : [donePieces, pieces]
    const share = whole > 0 ? Math.min(1, Math.max(0, done / whole)) : 0
    return { processId, pieces, donePieces, share, leftKg: Math.max(0, kg - doneKg) }
  })
}

/** Weighted kilograms that are still to be done. */
export const leftKg = ({ weightKg, progress }: Pick<OrderRow, 'weightKg' | 'progress'>): number =>
  Math.round(weightKg * (1 - progress) * 1000) / 1000

/** Whole per cent; 0 and 100 only for exactly nothing and all. */
export function percentShown(share: number): number {
  if (share <= 0) return 0
  return share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)))
}

/** `late` against the due day, `tight` when it is forecast for the very last days before it. */
type ForecastTone = 'late' | 'tight' | 'good'

export function forecastTone(daysLate: number | null): ForecastTone | null {
  if (daysLate === null) return null
  if (daysLate > 0) return 'late'
  return daysLate > -4 ? 'tight' : 'good'
}
