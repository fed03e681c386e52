import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'

interface PlayedMachine {
  readonly bands: readonly { readonly from: number; readonly state: MachineState }[]
  /** Of manned time. */
  readonly seconds: Readonly<Record<MachineState, number>>
  readonly mannedS: number
  readonly kwhByHour: ReadonlyMap<number, number>
}
export interface PlayedOrder {
  readonly no: string
  readonly begunAt: number
  readonly promisedDays: number
  readonly pieces: number
  readonly begunKg: number
  readonly begunPieces: number
  readonly stageKg: number
  readonly openNcrs: number
}

/** Simulation results; timestamps are ms of the plant's own clock. */
export interface Played {
  readonly now: number
  readonly drift: number
  readonly isDark: boolean
  readonly waiting: ReadonlyMap<string, readonly { readonly kg: number }[]>
  readonly books: {
    readonly machines: ReadonlyMap<string, PlayedMachine>
    readonly orders: ReadonlyMap<string, PlayedOrder>
    readonly course: ReadonlyMap<string, ReadonlyMap<number, number>>
    readonly quality: {
      readonly inspected: number
      readonly passed: number
      readonly testedMm: number
      readonly rejectedMm: number
      readonly ncrs: readonly { readonly at: number }[]
      readonly defects: ReadonlyMap<string, number>
    }
    readonly shipping: {
      readonly packedKg: number
      readonly shippedKg: number
      readonly trucks: number
      readonly loadingUntil: number | null
    }
    readonly stops: ReadonlyMap<string, { readonly seconds: number; readonly count: number }>
    readonly labourHours: number
  }
}

/** Queries of the wall to the simulator. */
export interface SimulationPort {
  state(): SimulatorState
  /** Null: no simulation is running. */
  played(): Played | null
  /** Reports a viewer; the simulation starts automatically if allowed. */
  watched(): void
}
