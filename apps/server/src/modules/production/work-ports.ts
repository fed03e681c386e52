import type { OpenDemand, PieceNeed } from '@cloud-factory/domain/conformity/conformity'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'

/** A gated step that a piece is about to take. */
export interface GatedStep {
  readonly pieceId: number
  readonly processId: number
  readonly gate: 'inspect' | 'hold'
}

/**
 * Query to quality: which of these pieces may not take their step, and why. Their inspection has not passed, or welds or coats due by then do not
 * conform. Runs in the transaction of the report, so that nothing changes in between.
 */
export type InspectionPort = (
  reads: Reads,
  plantId: number,
  steps: readonly GatedStep[],
) => Promise<ReadonlyMap<number, 'work.inspection_open' | 'work.weld_open' | 'work.coat_open'>>

/** A piece that is about to be cut, or that was cut and continues. */
export interface CutPiece {
  readonly pieceId: number
  readonly projectId: number
}

/**
 * Query to quality: which of these pieces may not continue because they have no released material, and why. Runs in the transaction of the report.
 */
export type MaterialPort = (
  reads: Reads,
  plantId: number,
  pieces: readonly CutPiece[],
) => Promise<ReadonlyMap<number, 'work.heat_unreleased' | 'work.heat_missing'>>

/**
 * Open requirements by piece; conforming pieces are left out. The pieces are given by id or by a select of their ids. `asked`: check only these
 * requirements.
 */
export type ConformityPort = (
  reads: Reads,
  plantId: number,
  pieces: readonly number[] | RawBuilder<{ id: number }>,
  demands?: ReadonlySet<OpenDemand>,
) => Promise<ReadonlyMap<number, readonly OpenDemand[]>>

/** Ids of those of these pieces that lack something that keeps them from leaving, as a select for larger statements: its rows never leave the database. */
export type WithheldPort = (plantId: number, pieces: RawBuilder<{ id: number }>) => RawBuilder<{ id: number }>

/** Ids of those of these pieces that lack one of these, as a select for larger statements. */
export type LackingPort = (
  plantId: number,
  pieces: RawBuilder<{ id: number }>,
  needs: readonly PieceNeed[],
) => RawBuilder<{ id: number }>

/** Stops those of these pieces that have an open non-conformance: it does not stop a piece that is packed or away. */
export type StopPort = (write: Write, actor: Actor, pieceIds: readonly number[]) => Promise<void>

/** Queries to quality before work is reported and before pieces are packed. */
export interface QualityGates {
  readonly inspections: InspectionPort
  readonly material: MaterialPort
  readonly conformity: ConformityPort
  readonly withheld: WithheldPort
  readonly lacking: LackingPort
  readonly stop: StopPort
}

/** A machine that work may be reported on. */
interface WorkingMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  /** The process it works for; null: no specific process. */
  readonly processId: number | null
}

/** Queries to equipment; simulated machines are never returned. */
export interface MachinesPort {
  /** Active machines in the order of their codes, or the one with this id. */
  working(reads: Reads, plantId: number, id?: number): Promise<WorkingMachine[]>
  /** Names of machines, active or not. */
  names(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, string>>
}

/** Where a piece is that a supplier works on. */
export interface OutsidePlace {
  readonly subcontractId: string
  readonly no: string
  readonly supplier: string
  /** The day on which it is promised. */
  readonly until: string
  /** It came back and is not judged yet. */
  readonly back: boolean
}

/** Query to subcontracting: which of these pieces are with a supplier, or back and not judged. Runs in the transaction of the report. */
export type OutsidePort = (
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
) => Promise<ReadonlyMap<number, OutsidePlace>>

/** Queries of a work report to other modules. */
export interface WorkPorts extends QualityGates {
  readonly machines: MachinesPort
  readonly outside: OutsidePort
}
