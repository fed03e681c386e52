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
