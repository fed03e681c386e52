import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { Reads } from '../../platform/db/handles.ts'

/** A repair order as an alarm shows it. */
export interface AlarmRepair {
  readonly id: number
  readonly no: string
  readonly status: RepairStatus
}

/** What alarms ask maintenance. */
export interface AlarmRepairsPort {
  /** The repair orders that were made of these alarms, by alarm; cancelled ones are none. */
  repairs(
    reads: Reads,
    plantId: number,
    alarmIds: readonly number[],
  ): Promise<ReadonlyMap<number, AlarmRepair>>
}
