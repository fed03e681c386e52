import './display.tables.ts'
import type { ScreenCommand, ScreenSource } from '@cloud-factory/contract/screen-enums'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, NullableJson } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    screens: ScreenTable
    screen_devices: ScreenDeviceTable
    screen_pairings: ScreenPairingTable
    screen_commands: ScreenCommandTable
  }
}

interface ScreenTable {
  id: number
  plant_id: number
  names: Json
  place: string
  source: ScreenSource
  removed_at: Date | null
}

interface ScreenDeviceTable {
  id: GeneratedAlways<number>
  plant_id: number
  screen_id: number
  name: string
  token_hash: string | null
  address: string
  device: string
  paired_at: Date
  paired_by_name: string
  last_seen_at: Date | null
  beacon: NullableJson
  command_done: Generated<number>
  revoked_at: Date | null
  revoked_by_name: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ScreenPairingTable {
  id: GeneratedAlways<number>
  plant_id: number
  secret_hash: string
  code: string
  address: string
  device: string
  width: number
  height: number
  created_at: Date
  expires_at: Date
  device_id: number | null
}

interface ScreenCommandTable {
  no: GeneratedAlways<number>
  plant_id: number
  screen_id: number
  device_id: number | null
  command: ScreenCommand
  page: number | null
  message: string
  at: Date
  until: Date
  by_name: string
}
