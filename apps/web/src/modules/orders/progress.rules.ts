import type { OrderRow } from '@cloud-factory/contract/orders/orders'

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
export type ForecastTone = 'late' | 'tight' | 'good'

export function forecastTone(daysLate: number | null): ForecastTone | null {
  if (daysLate === null) return null
  if (daysLate > 0) return 'late'
  return daysLate > -4 ? 'tight' : 'good'
}
