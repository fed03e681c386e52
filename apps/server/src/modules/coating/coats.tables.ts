import type { Generated, GeneratedAlways } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    coats: CoatTable
  }
}

interface CoatTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  order_id: number
  order_no: string
  spec_id: number
  spec_code: string
  check_kind: 'film' | 'fire'
  limits: string
  status: Generated<'draft' | 'pass' | 'fail'>
  applied_at: Date
  air_c: number
  humidity: number
  substrate_c: number
  dew_point_c: number
  pieces: Generated<number>
  measured: Generated<number>
  judged_at: Date | null
  judged_by_name: string | null
  note: string
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}
