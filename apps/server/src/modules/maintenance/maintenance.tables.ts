import type { MachineClass } from '@cloud-factory/contract/equipment-enums'
import type {
  RepairCause,
  RepairResult,
  RepairSource,
  RepairStatus,
  Symptom,
} from '@cloud-factory/contract/maintenance-enums'
import type { Names } from '@cloud-factory/contract/processes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Maybe, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    repairs: RepairTable
    check_items: CheckItemTable
    maintenance_plans: MaintenancePlanTable
    spare_parts: SparePartTable
  }
}

interface RepairTable extends SignedRow {
  no: GeneratedAlways<string>
  machine_id: number
  source: RepairSource
  alarm_id: Maybe<number>
  status: Generated<RepairStatus>
  stopped: boolean
  symptom: Symptom
  description: Generated<string>
  reported_at: Date
  created_by_name: string
  accepted_at: Maybe<Date>
  accepted_by: Maybe<number>
  accepted_by_name: Maybe<string>
  started_at: Maybe<Date>
  finished_at: Maybe<Date>
  finished_by: Maybe<number>
  finished_by_name: Maybe<string>
  verified_at: Maybe<Date>
  verified_by: Maybe<number>
  verified_by_name: Maybe<string>
  cause: Maybe<RepairCause>
  remedy: Generated<string>
  result: Maybe<RepairResult>
  downtime_s: Maybe<number>
  downtime_from: Maybe<'states' | 'order'>
  cancel_reason: Maybe<string>
  search: string
}

interface CheckItemTable extends SignedRow {
  class: MachineClass
  position: Generated<number>
  names: ColumnType<Names, string, string>
  active: Generated<boolean>
}

interface MaintenancePlanTable extends SignedRow {
  machine_id: number
  title: string
  instructions: Generated<string>
  trigger: Generated<'days' | 'hours' | 'output'>
  every: number
  last_done_on: string
  notice_days: Generated<number>
  due_on: string | null
  base: Generated<number>
  active: Generated<boolean>
}

interface SparePartTable extends SignedRow {
  code: string
  name: string
  unit: string
  stock: Generated<number>
  min_stock: Generated<number>
  place: Generated<string>
  price: Maybe<number>
  note: Generated<string>
  active: Generated<boolean>
  search: string
}
