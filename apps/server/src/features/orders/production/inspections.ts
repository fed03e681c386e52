import type { Reads } from '../../../platform/db/handles.ts'

/** A gated step that a piece is about to take. */
export interface GatedStep {
  readonly pieceId: number
  readonly processId: number
  readonly gate: 'inspect' | 'hold'
}

/**
 * The question to quality: which of these pieces may not take their step yet, because its inspection has not passed.
 * Asked inside the transaction of a report, with its handle, so that no inspection changes in between.
 */
export type InspectionPort = (
  reads: Reads,
  plantId: number,
  steps: readonly GatedStep[],
) => Promise<ReadonlySet<number>>

/** A piece that is about to be cut, or was cut before and goes on. */
export interface CutPiece {
  readonly pieceId: number
  readonly projectId: number
}

/**
 * The other question to quality: which of these pieces may not go on for want of material that may be used, and why. Asked
 * with the handle of the report, as the first one is.
 */
export type MaterialPort = (
  reads: Reads,
  plantId: number,
  pieces: readonly CutPiece[],
) => Promise<ReadonlyMap<number, 'work.heat_unreleased' | 'work.heat_missing'>>

/** What quality is asked before work is reported. */
export interface QualityGates {
  readonly inspections: InspectionPort
  readonly material: MaterialPort
}
