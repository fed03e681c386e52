import type { MachineClass, MachineSource, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type { Reads } from '../../platform/db/handles.ts'

/** A machine as alarms know it. */
export interface WatchedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly workshopId: number | null
  readonly rateMs: number
  /** Slot of a frame's values, from 1, by what the signal means, and by the machine's own word for it. */
  readonly slots: Readonly<Partial<Record<SignalRole, number>>>
  readonly codes: Readonly<Record<string, number>>
  /** Units of values by their slot; empty: a pure number. */
  readonly units: Readonly<Record<number, string>>
}

/** What alarms ask equipment. */
export interface AlarmMachinesPort {
  /** Active machines of the plant but the simulated ones, by code; a few hundred at most. */
  machines(reads: Reads, plantId: number): Promise<readonly WatchedMachine[]>
  /** How links of machines stand that were ever heard. */
  links(reads: Reads, plantId: number): Promise<readonly Pick<WatchedLink, 'machineId' | 'online'>[]>
}

/** What alarms take of an accepted frame; instants are ms since 1970. */
export interface WatchedFrame {
  readonly machineId: number
  readonly at: number
  readonly values: readonly (number | null)[]
  /** By slot, 1 = bad; null = all good. */
  readonly qualities: readonly number[] | null
  /** False: sent later out of a gateway's store. It raises nothing. */
  readonly live: boolean
}

export interface WatchedLink {
  readonly machineId: number
  readonly at: number
  readonly online: boolean
}

/** A fact that a machine's gateway reports. */
export interface ReportedEvent {
  readonly machineId: number
  readonly at: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}
