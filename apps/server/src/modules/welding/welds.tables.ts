import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    welds: WeldTable
    weld_welders: { weld_id: number; welder_id: number; plant_id: number }
    ndt_requests: NdtRequestTable
    ndt_request_welds: NdtRequestWeldTable
    ndt_results: NdtResultTable
    weld_repairs: WeldRepairTable
  }
}

interface Signed {
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WeldTable extends Signed {
  id: GeneratedAlways<number>
  plant_id: number
  piece_id: number
  order_id: number
  project_id: number
  mark_id: number
  serial: string
  order_no: string
  mark: string
  grade: string | null
  no: string
  joint: string
  class: '1' | '2' | '3'
  length_mm: number
  thickness_mm: number
  wps_id: number | null
  welded_at: Date | null
  machine_id: number | null
  /** What it is called; null exactly when no machine is named. */
  machine_name: string | null
  plan_mm: number
  demand_mm: number
  tested_mm: Generated<number>
  tests: Generated<number>
  repairs: Generated<number>
  repaired_at: Date | null
  state: Generated<string>
  search: string
}

interface NdtRequestTable extends Signed {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  order_id: number
  order_no: string
  method: string
  level: string
  standard: string
  status: Generated<string>
  note: string
  search: string
  created_by_name: string
}

interface NdtRequestWeldTable {
  request_id: number
  weld_id: number
  plant_id: number
  demand_mm: number
  closed: Generated<boolean>
}

interface NdtResultTable {
  id: GeneratedAlways<number>
  plant_id: number
  request_id: number
  weld_id: number
  method: string
  first: boolean
  tested_at: Instant
  tester: string
  tested_mm: number
  defects: string
  defect_mm: number
  verdict: 'pass' | 'fail'
  note: string
  undone_at: Date | null
  undone_by_name: string | null
  undo_reason: string | null
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface WeldRepairTable {
  id: GeneratedAlways<number>
  plant_id: number
  weld_id: number
  number: number
  result_id: number
  welder_ids: number[]
  repaired_at: Instant
  note: string
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}
