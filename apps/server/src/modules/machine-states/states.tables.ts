import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    machine_intervals: MachineIntervalTable
    machine_late: MachineLateTable
    stop_reasons: StopReasonTable
  }
}

interface MachineIntervalTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  source: string
  state: string
  t0: Date
  t1: Date | null
  reason_id: number | null
  note: Generated<string>
  reasoned_by: Generated<string>
  reasoned_at: Date | null
  is_cut: Generated<boolean>
  version: Generated<number>
}

interface MachineLateTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  t0: Date
  t1: Date
}

interface StopReasonTable {
  id: GeneratedAlways<number>
  plant_id: number
  parent_id: number | null
  code: string
  names: Json
  kind: 'planned' | 'unplanned'
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}
