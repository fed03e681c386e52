import type { FaultReason, InboxStatus } from '@cloud-factory/contract/telemetry-enums'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    gateways: GatewayTable
    telemetry_adapters: AdapterTable
    device_inbox: InboxTable
    telemetry_faults: FaultTable
  }
}

interface Signed {
  id: GeneratedAlways<number>
  plant_id: number
  version: number
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

interface GatewayTable extends Signed {
  code: string
  name: string
  topics: readonly string[]
  secret_hash: string
  secret_at: Instant
  active: boolean
  last_seen_at: Generated<Date | null>
  last_address: Generated<string>
  messages: Generated<number>
  denied: Generated<number>
}

interface AdapterTable extends Signed {
  code: string
  name: string
  pattern: string
  gateway_id: number | null
  map: Json
  signals: Json
  active: boolean
}

interface InboxTable extends Signed {
  device_key: string
  status: InboxStatus
  machine_id: number | null
  messages: number
  first_at: Date
  last_at: Date
  topic: string
  sample: string
}

interface FaultTable {
  plant_id: number
  origin: string
  reason: FaultReason
  count: number
  last_at: Date
}
