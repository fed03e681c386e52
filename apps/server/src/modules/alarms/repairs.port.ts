import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { Reads } from '../../platform/db/handles.ts'

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
