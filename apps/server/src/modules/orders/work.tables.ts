import type { Generated, GeneratedAlways } from 'kysely'
import type { Day, Instant } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    batches: BatchTable
    holds: HoldTable
    work_reports: WorkReportTable
    order_days: OrderDayTable
    plant_days: PlantDayTable
  }
}

interface BatchTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  workshop_id: number | null
  no: string
  name: string
  issued_on: Day | null
  planned_start: Day | null
  planned_end: Day | null
  required_on_site: Day | null
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

interface HoldTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  /** Both null: the whole order. */
  mark_id: number | null
  piece_id: number | null
  reason: string
  held_at: Date
  held_by: number | null
  held_by_name: string
  released_at: Date | null
  released_by: number | null
  released_by_name: string | null
  release_reason: string | null
}

interface WorkReportTable {
  id: GeneratedAlways<number>
  plant_id: number
  project_id: number
  order_id: number
  mark_id: number
  piece_id: number
  process_id: number
  step: number
  part: number
  kg: number
  finishes: boolean
  crew_id: number | null
  workshop_id: number | null
  worker: string | null
  machine_id: number | null
  hours: number | null
  source: string
  done_at: Date
  day: Day
  shift_id: number | null
  client_key: string | null
  created_at: Instant
  created_by: number | null
  created_by_name: string
  undone_at: Date | null
  undone_by: number | null
  undone_by_name: string | null
  undo_reason: string | null
  void: Generated<boolean>
}

interface OrderDayTable {
  order_id: number
  day: Day
  plant_id: number
  weighted_kg: number
}

interface PlantDayTable {
  plant_id: number
  day: Day
  weighted_kg: Generated<number>
  /** Orders that were worked on. */
  orders: Generated<number>
}
