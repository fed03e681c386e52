import type { WeldWindow } from './facts.types.ts'

/** Below this current no arc burns, A. */
const minArcA = 20

export interface ArcPoint {
  readonly currentA: number | null
  readonly voltageV: number | null
}

export const isArc = ({ currentA }: ArcPoint): boolean => currentA !== null && currentA >= minArcA

/**
 * Heat input in kJ/mm: Q = 60·U·I / (1000·v), U in V, I in A, v in mm/min. It is the measured arc energy, without the process factor of ISO/TR
 * 17671-1. Null if a value is missing or the travel speed is 0.
 */
export function heatInput(
  currentA: number | null,
  voltageV: number | null,
  speedMmMin: number | null,
): number | null {
  if (currentA === null || voltageV === null || speedMmMin === null || speedMmMin <= 0) return null
  return (60 * voltageV * currentA) / (1_000 * speedMmMin)
}

/** Whether an arc is within the procedure's window; null: no arc, no window, or a missing value. */
export function inWindow(point: ArcPoint, window: WeldWindow | null): boolean | null {
  const { currentA, voltageV } = point
  if (window === null || currentA === null || voltageV === null || !isArc(point)) return null
  return (
    currentA >= window.lowA && currentA <= window.highA && voltageV >= window.lowV && voltageV <= window.highV
  )
}

/** Share of points with an arc that are within the window; null: no arc, or no window. */
export function windowShare(points: readonly ArcPoint[], window: WeldWindow | null): number | null {
  const judged = points.map((point) => inWindow(point, window)).filter((inside) => inside !== null)
  return judged.length === 0 ? null : judged.filter(Boolean).length / judged.length
}
