import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Instant, Json } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    inspections: InspectionTable
  }
}

interface InspectionTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  stage: string
  status: Generated<string>
  verdict: string | null
  edition_id: number
  edition_no: string
  standard_code: string
  verdict_family: string
  shape: string
  sizes: Json
  order_id: number | null
  order_no: string | null
  project_id: number | null
  mark: string | null
  process_id: number | null
  is_hold_point: Generated<boolean>
  pieces: Generated<number>
  percent: Generated<number>
  at_least: Generated<number>
  parent_id: number | null
  corrects_id: number | null
  inspector_id: number | null
  inspector_name: string | null
  submitted_at: Date | null
  judge_id: number | null
  judge_name: string | null
  judged_at: Date | null
  judge_note: string | null
  locked_at: Date | null
  hash: string | null
  note: Generated<string>
  reason: Generated<string>
  search: string
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  created_by_name: string
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

/** An inspection as its table keeps it. */
export type StoredInspection = Selectable<InspectionTable>
