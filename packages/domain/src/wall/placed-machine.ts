/** A machine as the plan of the factory and the walls use it. Types only. */
import type { Words } from './wall-panels.ts'
import type { MachineClass, MachineSource, SignalKind, SignalRole } from '../machines/equipment-enums.ts'

export interface PlacedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  /** Includes machines of the simulated site. */
  readonly source: MachineSource
  readonly line: string
  readonly workshopId: number | null
  readonly rateMs: number
  readonly ratedKw: number | null
  /** Per hour of running, in the unit of its output counter; null: unknown. */
  readonly standardRate: number | null
  readonly outputUnit: string
  /** Metres; null: not placed. */
  readonly xM: number | null
  readonly yM: number | null
  readonly widthM: number | null
  readonly depthM: number | null
  /** In the order of slots. */
  readonly signals: readonly {
    readonly slot: number
    readonly code: string
    readonly names: Words
    readonly role: SignalRole | null
    readonly kind: SignalKind
    readonly unit: string
    /** Upper end of its measuring range; null: unlimited. */
    readonly high: number | null
  }[]
}
