import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { RawBuilder } from 'kysely'
import type { Reads } from '../../platform/db/handles.ts'

/** A gated step that a piece is about to take. */
export interface GatedStep {
  readonly pieceId: number
  readonly processId: number
  readonly gate: 'inspect' | 'hold'
}

/**
 * The question to quality: which of these pieces may not take their step yet, and why: its inspection has not passed, or
 * welds or coats that are due by then are not met. Asked inside the transaction of a report, with its handle, so that
 * nothing changes in between.
 */
export type InspectionPort = (
  reads: Reads,
  plantId: number,
  steps: readonly GatedStep[],
) => Promise<ReadonlyMap<number, 'work.inspection_open' | 'work.weld_open' | 'work.coat_open'>>

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

/**
 * What pieces still need, by piece; those that conform are left out. The pieces are named, or chosen by a select of their ids.
 * `asked`: only these demands are looked at.
 */
export type ConformityPort = (
  reads: Reads,
  plantId: number,
  pieces: readonly number[] | RawBuilder<{ id: number }>,
  asked?: ReadonlySet<OpenDemand>,
) => Promise<ReadonlyMap<number, readonly OpenDemand[]>>

/** What quality is asked before work is reported, and before pieces are packed. */
export interface QualityGates {
  readonly inspections: InspectionPort
  readonly material: MaterialPort
  readonly conformity: ConformityPort
}
