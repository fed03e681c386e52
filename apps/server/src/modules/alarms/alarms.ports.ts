import type { LinkState } from '@cloud-factory/domain/telemetry/machine-frame'
import type { MachineClass, MachineSource, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { Reads } from '../../platform/db/handles.ts'

/** A machine as used by alarms. */
export interface WatchedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly workshopId: number | null
  readonly rateMs: number
  /** Slot of a frame's values, from 1, by role of the signal, and by the machine's own code of it. */
  readonly slots: Readonly<Partial<Record<SignalRole, number>>>
  readonly codes: Readonly<Record<string, number>>
  /** Units of values by slot; empty: dimensionless. */
  readonly units: Readonly<Record<number, string>>
}

/** Queries of alarms to equipment. */
export interface AlarmMachinesPort {
  /** Active machines of the plant except simulated ones, by code; at most a few hundred. */
  machines(reads: Reads, plantId: number): Promise<readonly WatchedMachine[]>
  /** Link states of all machines that ever connected. */
  links(reads: Reads, plantId: number): Promise<readonly Pick<LinkState, 'machineId' | 'online'>[]>
  /** Alarms that machines reported since this instant (by arrival) and have not ended since, oldest first. */
  openReported(reads: Reads, receivedSince: Date): Promise<readonly ReportedEvent[]>
}

/** An event reported by a machine's gateway. */
export interface ReportedEvent {
  readonly machineId: number
  readonly at: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A repair order as an alarm shows it. */
export interface AlarmRepair {
  readonly id: number
  readonly no: string
  readonly status: RepairStatus
}

/** Queries of alarms to maintenance. */
export interface AlarmRepairsPort {
  /** Repair orders created from these alarms, by alarm; without cancelled ones. */
  repairs(
    reads: Reads,
    plantId: number,
    alarmIds: readonly number[],
  ): Promise<ReadonlyMap<number, AlarmRepair>>
}
