import type { MachineClass, SignalKind, SignalRole } from '@cloud-factory/contract/equipment-enums'
import type { Names } from '@cloud-factory/contract/processes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    machine_profiles: MachineProfileTable
    profile_signals: ProfileSignalTable
  }
}

interface MachineProfileTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  profile_version: number
  names: ColumnType<Names, string, string>
  class: MachineClass
  rate_ms: Generated<number>
  used: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ProfileSignalTable {
  profile_id: number
  slot: number
  code: string
  names: ColumnType<Names, string, string>
  unit: Generated<string>
  kind: SignalKind
  role: SignalRole | null
  low: number | null
  high: number | null
  decimals: Generated<number>
  deadband: Generated<number>
  deadband_percent: Generated<boolean>
  silence_s: Generated<number>
}
