import type { Reads } from '../../platform/db/handles.ts'
import type { QualityGates } from './inspections.ts'

/** A machine that work may be reported on. */
interface WorkingMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  /** The process it works for; null: for none in particular. */
  readonly processId: number | null
}

/** What equipment is asked; simulated machines are in no answer. */
export interface MachinesPort {
  /** Active machines in the order of their codes, or the one of this id. */
  working(reads: Reads, plantId: number, id?: number): Promise<WorkingMachine[]>
  /** What machines are called, active or not. */
  names(reads: Reads, plantId: number, ids: readonly number[]): Promise<Map<number, string>>
}

/** What a report of work asks others. */
export interface WorkPorts extends QualityGates {
  readonly machines: MachinesPort
}
