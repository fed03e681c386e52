import type { MachineSource } from '@cloud-factory/contract/equipment-enums'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Maybe } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    machines: MachineTable
  }
}

interface MachineTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  site: Generated<string>
  line: string
  name: string
  source: Generated<MachineSource>
  profile_id: number
  workshop_id: Maybe<number>
  process_id: Maybe<number>
  model: Generated<string>
  maker: Generated<string>
  serial_no: Generated<string>
  criticality: Generated<'A' | 'B' | 'C'>
  commissioned_on: Maybe<string>
  rated_kw: Maybe<number>
  standard_rate: Maybe<number>
  rate_unit: Generated<string>
  x_m: Maybe<number>
  y_m: Maybe<number>
  width_m: Maybe<number>
  depth_m: Maybe<number>
  note: Generated<string>
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}
