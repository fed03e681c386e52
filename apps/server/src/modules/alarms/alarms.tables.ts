import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, NullableJson, Json } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    alarm_rules: AlarmRuleTable
    alarm_events: AlarmEventTable
  }
}

interface AlarmRuleTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json
  class: string | null
  machine_id: number | null
  kind: string
  role: string | null
  signal: string | null
  limit_value: number | null
  critical_value: number | null
  dead_band: Generated<number>
  state: number | null
  on_delay_s: Generated<number>
  off_delay_s: Generated<number>
  severity: string
  escalate_min: number | null
  quiet_min: Generated<number>
  advice: NullableJson
  active: Generated<boolean>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

interface AlarmEventTable {
  id: GeneratedAlways<number>
  plant_id: number
  alarm_id: number
  at: Date
  kind: string
  value: number | null
  by_id: number | null
  by_name: Generated<string>
  note: Generated<string>
}
