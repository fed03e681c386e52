import type { Reads } from '../../platform/db/handles.ts'
import type { QualityGates } from './inspections.ts'

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

/** Queries of a work report to other modules. */
export interface WorkPorts extends QualityGates {
  readonly machines: MachinesPort
}
