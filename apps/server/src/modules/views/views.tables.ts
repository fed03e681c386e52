import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, NullableJson } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_views: SavedViewTable
  }
}

interface SavedViewTable {
  id: GeneratedAlways<number>
  plant_id: number
  owner_id: number
  owner_name: string
  list: string
  name: string
  query: Json
  columns: NullableJson
  shared: boolean
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
  updated_by: number
}
