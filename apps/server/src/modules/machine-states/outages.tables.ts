import type { OutageKind } from '@cloud-factory/contract/machine-enums'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    machine_outages: MachineOutageTable
  }
}

interface MachineOutageTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  kind: OutageKind
  t0: Date
  t1: Date | null
  note: Generated<string>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}
