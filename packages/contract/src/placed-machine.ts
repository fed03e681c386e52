/** A machine as plans of the factory and its walls know it. Types only. */
import type { Words } from './wall-panels.ts'
import type { MachineClass, MachineSource, SignalKind, SignalRole } from './equipment-enums.ts'

export interface PlacedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  /** The simulated site's machines are among them. */
  readonly source: MachineSource
  readonly line: string
  readonly workshopId: number | null
  readonly rateMs: number
  readonly ratedKw: number | null
  /** In an hour of running, in the unit of its output counter; null: not told. */
  readonly standardRate: number | null
  readonly outputUnit: string
  /** Metres; null: it has no place. */
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
    /** The most it can measure; null: open. */
    readonly high: number | null
  }[]
}
