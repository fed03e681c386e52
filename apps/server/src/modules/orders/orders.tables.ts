import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day, Instant, Json, KeptRow, NullableJson } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    projects: ProjectTable
    orders: OrderTable
    marks: MarkTable
    parts: PartTable
    pieces: PieceTable
    import_jobs: ImportJobTable
    import_files: ImportFileTable
    import_marks: ImportMarkTable
    import_findings: ImportFindingTable
    import_changes: ImportChangeTable
    import_parts: ImportPartTable
    import_effects: ImportEffectTable
    import_mappings: ImportMappingTable
  }
}

/** Left out when inserting: the database begins with zero. */
type Counter = Generated<number>

interface ProjectTable extends KeptRow {
  code: string
  name: string
  customer: string
  contract_no: string | null
  acceptance_standard: string
  status: Generated<string>
  starts_on: Day | null
  ends_on: Day | null
  max_weld_repairs: Generated<number>
  orders: Counter
  weight_kg: Counter
  search: string
  updated_by_name: string
}

interface OrderTable extends KeptRow {
  project_id: number
  no: string
  name: string
  customer_po: string | null
  status: Generated<string>
  stage: GeneratedAlways<number>
  status_reason: string | null
  priority: string
  due_on: Day | null
  contract_tonnes: number | null
  note: string | null
  marks: Counter
  pieces: Counter
  weight_kg: Counter
  pieces_by_status: ColumnType<Record<string, number>, string | undefined, string>
  held_from: string | null
  released_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  /** Weighted, from 0 to 1. */
  progress: Counter
  by_process: ColumnType<readonly ProcessCount[], string | undefined, string>
  held_pieces: Counter
  open_ncrs: Counter
  search: string
  updated_by_name: string
}

/** One element of an order's `by_process`. */
export interface ProcessCount {
  readonly process: number
  readonly pieces: number
  readonly donePieces: number
  readonly kg: number
  readonly doneKg: number
}

interface MarkTable extends KeptRow {
  order_id: number
  import_id: number | null
  mark: string
  revision: Generated<string>
  name: string
  kind: string
  profile: string
  grade: string | null
  quantity: number
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  net_kg: number | null
  gross_kg: number | null
  area_m2: number | null
  total_kg: GeneratedAlways<number>
  weight_source: string
  drawing_no: string | null
  phase: string | null
  batch: string | null
  parts: Counter
  route_id: number | null
  /** Its own open hold, 0 or 1. */
  holds: Counter
  updated_by_name: string
}

interface PartTable extends KeptRow {
  mark_id: number
  part_mark: string
  profile: string
  grade: string | null
  length_mm: number | null
  width_mm: number | null
  thickness_mm: number | null
  quantity_per_mark: number
  net_kg: number | null
  gross_kg: number | null
  area_m2: number | null
  holes: number | null
  is_main: boolean
  geometry: NullableJson
}

interface PieceTable extends KeptRow {
  order_id: number
  mark_id: number
  serial: string
  tag: Generated<string>
  status: Generated<string>
  net_kg: number | null
  batch_id: number | null
  steps_done: Counter
  /** Share done of the next step. */
  step_part: Counter
  next_process_id: number | null
  /** Open holds on it: its own and its mark's. */
  holds: Counter
}

interface ImportJobTable extends KeptRow {
  order_id: number
  status: Generated<string>
  progress: Counter
  format: string | null
  encoding: string | null
  columns: ColumnType<unknown, string | undefined, string>
  computed: ColumnType<unknown, string | undefined, string>
  stated: NullableJson
  errors: Counter
  warnings: Counter
  created_by_name: string
  updated_by_name: string
  applied_at: Date | null
  whole: Generated<boolean>
  reading: ColumnType<unknown, string | undefined, string>
  sample: NullableJson
  mapped_by: Generated<string>
  differences: NullableJson
  part_files: NullableJson
  add_unlisted: boolean | null
  claimed_by: string | null
  claimed_until: Date | null
  undone_at: Date | null
  undone_by_name: string | null
}

interface ImportFileTable {
  job_id: number
  position: number
  plant_id: number
  name: string
  bytes: number
  sha256: string
  format: string | null
  dropped: Generated<boolean>
}

interface ImportMarkTable {
  id: GeneratedAlways<number>
  job_id: number
  position: number
  plant_id: number
  file: string
  row: number
  mark: string
  revision: string
  name: string
  kind: string
  profile: string
  grade: string | null
  quantity: number
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  net_kg: number | null
  gross_kg: number | null
  area_m2: number | null
  weight_source: string
  drawing_no: string | null
  phase: string | null
  batch: string | null
  parts: Json
  role: Generated<string>
}

interface ImportPartTable {
  id: GeneratedAlways<number>
  job_id: number
  plant_id: number
  part_mark: string
  state: string
  fields: string[]
  file: string | null
  marks: string[]
  listed: NullableJson
  in_file: NullableJson
  completes: boolean
  decided: Generated<boolean>
}

interface ImportFindingTable {
  id: GeneratedAlways<number>
  job_id: number
  position: number
  plant_id: number
  level: string
  code: string
  file: string
  row: number | null
  header: string | null
  value: string | null
  params: Json
}

interface ImportChangeTable {
  id: GeneratedAlways<number>
  job_id: number
  plant_id: number
  mark: string
  kind: string
  fields: string[]
  import_mark_id: number | null
  mark_id: number | null
  mark_version: number | null
  started: number
  waiting: number
  before: NullableJson
  after: NullableJson
  decision: string
  round: number
}

interface ImportEffectTable {
  job_id: number
  subject: string
  subject_id: number
  plant_id: number
  before: NullableJson
}

interface ImportMappingTable {
  plant_id: number
  customer: string
  signature: string
  mapping: Json
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}
