import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads } from '../../platform/db/handles.ts'

/** A shift as equipment knows it. */
export interface PlannedShift {
  readonly id: number
  readonly names: Names
  /** `HH:MM` of the plant's clock. */
  readonly startsAt: string
  readonly endsAt: string
}

/** What the calendar asks orders: shifts and workshops belong to their plan. */
export interface PlanPort {
  /** Active ones in the order of the day. */
  shifts(reads: Reads, plantId: number): Promise<readonly PlannedShift[]>
  /** All of them, by code. */
  workshops(reads: Reads, plantId: number): Promise<readonly { id: number; code: string; name: string }[]>
}
