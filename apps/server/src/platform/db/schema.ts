// Generated from the migrations by `node tools/table-types.ts`; do not edit.
/* oxlint-disable max-lines */
import type { GroupRule } from '@cloud-factory/domain/displays/group-resource'
import type { JudgedValue, SteelValues } from '@cloud-factory/domain/material/steel.rules'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { NestRules, UnmadePart } from '@cloud-factory/contract/nesting/nests'
import type {
  PlateDrawing,
  PlateNestRules,
  UnmadePlatePart,
} from '@cloud-factory/contract/plates/plate-nests'
import type { SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** jsonb: read as a value, written as JSON text, so that arrays are not mistaken for PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>
type JsonByDefault<T> = ColumnType<T, string | undefined, string>
/** numeric whose digits are all kept: read as a number, written as text too. */
type Decimal = ColumnType<number, number | string, number | string>

interface AlarmEventsTable {
  id: GeneratedAlways<number>
  plant_id: number
  alarm_id: number
  at: Date
  kind:
    | 'raised'
    | 'again'
    | 'severity'
    | 'acked'
    | 'returned'
    | 'closed'
    | 'shelved'
    | 'unshelved'
    | 'suppressed'
    | 'unsuppressed'
    | 'chattering'
    | 'calm'
    | 'escalated'
  value: number | null
  by_id: number | null
  by_name: Generated<string>
  note: Generated<string>
}

interface AlarmOutagesTable {
  machine_id: number
  rule_id: number
  plant_id: number
  reason: string
  since: Generated<Date>
  by_name: string
}

interface AlarmRulesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json<Names>
  class: string | null
  machine_id: number | null
  kind: 'above' | 'below' | 'state' | 'offline' | 'machine'
  role: string | null
  signal: string | null
  limit_value: number | null
  dead_band: Generated<number>
  state: number | null
  on_delay_s: Generated<number>
  off_delay_s: Generated<number>
  severity: 'info' | 'warning' | 'critical'
  critical_value: number | null
  escalate_min: number | null
  quiet_min: Generated<number>
  advice: Json<unknown> | null
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface AlarmsTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  source: string
  rule_id: number
  state: 'unack' | 'acked' | 'rtn_unack' | 'normal'
  severity: 'info' | 'warning' | 'critical'
  value: number | null
  raised_at: Date
  active_at: Date
  times: Generated<number>
  is_chattering: Generated<boolean>
  acked_at: Date | null
  acked_by: number | null
  acked_by_name: Generated<string>
  returned_at: Date | null
  closed_at: Date | null
  escalated_at: Date | null
  shelved_until: Date | null
  shelved_by_name: Generated<string>
  shelf_reason: Generated<string>
  is_suppressed: Generated<boolean>
  version: Generated<number>
  own_code: Generated<string>
  own_text: Generated<string>
}

interface AttemptsTable {
  plant_id: number
  scope: string
  key: string
  count: number
  expires_at: Date
}

interface AuditLogTable {
  id: GeneratedAlways<number>
  plant_id: number
  at: Date
  actor_id: number | null
  actor_name: string
  address: string
  request_id: string
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string
  before: Json<unknown> | null
  after: Json<unknown> | null
  prev_hash: string
  hash: string
}

interface BatchesTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  workshop_id: number | null
  no: string
  name: Generated<string>
  issued_on: string | null
  planned_start: string | null
  planned_end: string | null
  required_on_site: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface BoltIssuesTable {
  id: GeneratedAlways<number>
  plant_id: number
  lot_id: number
  order_id: number
  package_id: number | null
  quantity: number
  issued_at: Date
  issued_by: number | null
  issued_by_name: string
}

interface BoltLotsTable {
  id: GeneratedAlways<number>
  plant_id: number
  item_id: number
  lot_no: string
  certificate_no: Generated<string>
  supplier: Generated<string>
  delivery_note: Generated<string>
  location: Generated<string>
  boxes: number | null
  received: number
  issued: Generated<number>
  price: number | null
  received_on: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface BoltTestsTable {
  id: GeneratedAlways<number>
  plant_id: number
  kind: 'torque' | 'preload' | 'slip'
  lot_id: number | null
  order_id: number | null
  report_no: string
  tested_on: string
  surface: Generated<string>
  design_value: number | null
  readings: Json<unknown>
  mean: number
  deviation: number
  is_passed: boolean
  reason: string | null
  tested_by: number | null
  tested_by_name: string
  created_at: Generated<Date>
}

interface BoughtItemsTable {
  id: GeneratedAlways<number>
  plant_id: number
  kind: 'set' | 'bolt' | 'nut' | 'washer' | 'stud' | 'anchor' | 'other'
  designation: string
  name: Generated<string>
  standard: Generated<string>
  size: Generated<string>
  length_mm: number | null
  grade: Generated<string>
  finish: Generated<string>
  price: number | null
}

interface BuiltPartsTable {
  piece_id: number
  part_mark: string
  mark_id: number
  quantity: number
  unkitted: number
  unprocessed: number
  uncut: number
}

interface BuiltPiecesTable {
  piece_id: number
  plant_id: number
  order_id: number
  outer_id: number
  root_id: number
  built_at: Date
  built_by: number | null
  built_by_name: string
}

interface CheckItemsTable {
  id: GeneratedAlways<number>
  plant_id: number
  class:
    | 'cutter'
    | 'laser'
    | 'assembly'
    | 'gantry_saw'
    | 'straightener'
    | 'drill'
    | 'saw'
    | 'robot'
    | 'blaster'
    | 'coating_line'
    | 'crane'
    | 'compressor'
    | 'meter'
    | 'weather_station'
    | 'other'
  position: Generated<number>
  names: Json<Names>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ClientErrorsTable {
  id: GeneratedAlways<number>
  plant_id: number
  hash: string
  message: string
  stack: string
  component: string
  url: string
  app_version: string
  count: Generated<number>
  first_at: Generated<Date>
  last_at: Generated<Date>
  user_id: number | null
}

interface CoatPiecesTable {
  coat_id: number
  piece_id: number
  plant_id: number
  serial: string
  mark: string
  verdict: 'pass' | 'fail' | null
  spots: Generated<number>
  points: Generated<number>
}

interface CoatReadingsTable {
  coat_id: number
  piece_id: number
  spot: number
  point: number
  plant_id: number
  value: number
}

interface CoatSpecsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  layers: Json<unknown>
  min_um: number
  max_um: number | null
  allowance_um: number
  fire_type: 'thick' | 'intumescent' | null
  fire_mm: number | null
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  film_rule: Generated<'spot' | 'iso_19840' | 'ninety_ten'>
}

interface CoatsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  order_id: number
  order_no: string
  spec_id: number
  spec_code: string
  check_kind: 'film' | 'fire'
  limits: Json<unknown>
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
  note: Generated<string>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface CommentFilesTable {
  id: GeneratedAlways<number>
  plant_id: number
  conversation_id: number
  comment_id: number | null
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Date
  created_by: number
}

interface CommentMentionsTable {
  comment_id: number
  user_id: number
  name: string
}

interface CommentsTable {
  id: GeneratedAlways<number>
  plant_id: number
  conversation_id: number
  author_id: number
  author_name: string
  text: string
  version: Generated<number>
  created_at: Date
  edited_at: Date | null
}

interface ConversationsTable {
  id: GeneratedAlways<number>
  plant_id: number
  kind:
    | 'order'
    | 'delivery'
    | 'ncr'
    | 'inspection'
    | 'machine'
    | 'repair'
    | 'coat'
    | 'certificate'
    | 'import'
    | 'instrument'
    | 'welder'
    | 'subcontract'
  record_id: number
  order_id: GeneratedAlways<number | null>
  delivery_id: GeneratedAlways<number | null>
  ncr_id: GeneratedAlways<number | null>
  inspection_id: GeneratedAlways<number | null>
  machine_id: GeneratedAlways<number | null>
  repair_id: GeneratedAlways<number | null>
  coat_id: GeneratedAlways<number | null>
  certificate_id: GeneratedAlways<number | null>
  import_id: GeneratedAlways<number | null>
  instrument_id: GeneratedAlways<number | null>
  welder_id: GeneratedAlways<number | null>
}

interface CrewsTable {
  id: GeneratedAlways<number>
  plant_id: number
  workshop_id: number
  code: string
  name: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface CustomerLinksTable {
  id: GeneratedAlways<number>
  plant_id: number
  project_id: number
  name: string
  masking: 'full' | 'initial' | 'hidden'
  code_hash: string
  password_hash: string
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  created_by_name: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface CustomerSessionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  link_id: number
  token_hash: string
  address: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

interface DefectsTable {
  id: GeneratedAlways<number>
  plant_id: number
  parent_id: number | null
  code: string
  names: Json<Names>
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface DeliveriesTable {
  id: GeneratedAlways<number>
  plant_id: number
  project_id: number
  no: string
  status: Generated<'draft' | 'loaded' | 'sent' | 'received'>
  truck_plate: Generated<string>
  driver: string | null
  driver_phone: string | null
  consignee: string
  address: Generated<string>
  planned_on: string | null
  note: string | null
  packages: Generated<number>
  pieces: Generated<number>
  net_kg: Generated<number>
  gross_kg: Generated<number>
  tare_kg: number | null
  weighbridge_kg: number | null
  weighed_kg: GeneratedAlways<number | null>
  alarm_percent: Generated<number>
  alarm_kg: Generated<number>
  difference_reason: string | null
  sent_at: Date | null
  sent_by_name: string | null
  received_at: Date | null
  received_by: string | null
  receipt_note: string | null
  receipt_key: string | null
  signature_sha256: string | null
  missing: Generated<number>
  damaged: Generated<number>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  found: Generated<number>
}

interface DeliveryExceptionsTable {
  delivery_id: number
  piece_id: number
  plant_id: number
  kind: 'missing' | 'damaged'
  note: Generated<string>
  found_at: Date | null
  found_by_name: string | null
  found_note: string | null
}

interface DeviceInboxTable {
  id: GeneratedAlways<number>
  plant_id: number
  device_key: string
  status: Generated<'new' | 'ignored' | 'adopted'>
  machine_id: number | null
  messages: Generated<number>
  first_at: Date
  last_at: Date
  topic: string
  sample: string
  version: Generated<number>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: Generated<string>
}

interface DisplayDocumentsTable {
  id: GeneratedAlways<number>
  plant_id: number
  kind: 'info' | 'screen'
  name: string
  draft: Json<unknown>
  shown: number | null
  settled: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface DisplayPicturesTable {
  id: GeneratedAlways<number>
  plant_id: number
  file_name: string
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: number
  width_px: number
  height_px: number
  sha256: string
  created_at: Date
  created_by: number | null
  created_by_name: string
}

interface DisplayVersionsTable {
  plant_id: number
  document_id: number
  no: number
  content: Json<unknown>
  note: Generated<string>
  published_at: Generated<Date>
  published_by: number | null
  published_by_name: string
}

interface DrawingFilesTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  file_name: string
  bytes: number
  sha256: string
  pages: number | null
  page: Generated<number>
  drawing_no: Generated<string>
  revision: Generated<string>
  title: Generated<string>
  kind: 'assembly' | 'part' | 'erection' | 'general' | null
  source: 'name' | 'text' | 'hand' | null
  mark_ids: Generated<number[]>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface DrawingMarksTable {
  drawing_id: number
  mark_id: number
}

interface DrawingPrintsTable {
  id: GeneratedAlways<number>
  plant_id: number
  revision_id: number
  way: 'print' | 'download'
  printed_at: Date
  printed_by: number | null
  printed_by_name: string
  returned_at: Date | null
  returned_by_name: string | null
}

interface DrawingRevisionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  drawing_id: number
  revision: string
  rank: string
  status: Generated<'received' | 'issued' | 'superseded'>
  file_name: string
  bytes: number
  sha256: string
  pages: number
  page: Generated<number>
  received_at: Generated<Date>
  received_by: number | null
  received_by_name: string
  issued_at: Date | null
  issued_by: number | null
  issued_by_name: string | null
}

interface DrawingsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  drawing_no: string
  key: string
  title: Generated<string>
  kind: 'assembly' | 'part' | 'erection' | 'general'
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ErectionLotsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  code: string
  name: string
  area: string
  position: number
  planned_on: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ErectionPlacesTable {
  piece_id: number
  plant_id: number
  lot_id: number
  position: number
}

interface FollowersTable {
  conversation_id: number
  user_id: number
}

interface FourEyesPoliciesTable {
  plant_id: number
  alone: string[]
  version: Generated<number>
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface GatePassesTable {
  piece_id: number
  process_id: number
  source: 'inspection' | 'ndt' | 'coating' | 'concession'
  source_id: number
  plant_id: number
  passed_at: Date
  passed_by: number | null
  passed_by_name: string
  void_since: Date | null
  voided_by: number | null
}

interface GatePlansTable {
  id: GeneratedAlways<number>
  plant_id: number
  process_id: number
  stage: string
  standard_id: number | null
  automatic: Generated<boolean>
  percent: Generated<number>
  at_least: Generated<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface GatewaysTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: Generated<string>
  topics: string[]
  secret_hash: string
  secret_at: Generated<Date>
  active: Generated<boolean>
  last_seen_at: Date | null
  last_address: Generated<string>
  messages: Generated<number>
  denied: Generated<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface HeatUsesTable {
  id: GeneratedAlways<number>
  plant_id: number
  lot_id: number
  piece_id: number
  order_id: number
  part: Generated<string>
  kg: number
  assigned_at: Date
  assigned_by: number | null
  assigned_by_name: string
  parts: number | null
}

interface HeatsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  supplier: string
  supplier_key: string
  mill: Generated<string>
  grade_id: number
  created_at: Generated<Date>
}

interface HoldsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
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
  import_id: number | null
}

interface IdempotencyKeysTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  key: string
  route: string
  request_hash: string
  status: number | null
  reply: Json<unknown> | null
  created_at: Generated<Date>
  result: Buffer | null
}

interface ImportChangesTable {
  id: GeneratedAlways<number>
  job_id: number
  plant_id: number
  mark: string
  kind: 'added' | 'changed' | 'removed' | 'same'
  fields: Generated<string[]>
  import_mark_id: number | null
  mark_id: number | null
  mark_version: number | null
  started: Generated<number>
  waiting: Generated<number>
  before: Json<unknown> | null
  after: Json<unknown> | null
  decision: 'accept' | 'hold'
  round: number
}

interface ImportEffectsTable {
  job_id: number
  subject: 'mark' | 'piece' | 'part'
  subject_id: number
  plant_id: number
  before: Json<unknown> | null
}

interface ImportFilesTable {
  job_id: number
  position: number
  plant_id: number
  name: string
  bytes: number
  sha256: string
  format: string | null
  dropped: Generated<boolean>
}

interface ImportFindingsTable {
  id: GeneratedAlways<number>
  job_id: number
  position: number
  plant_id: number
  level: 'error' | 'warning' | 'info'
  code: string
  file: string
  row: number | null
  header: string | null
  value: string | null
  params: Json<unknown>
}

interface ImportJobsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  status: Generated<'reading' | 'ready' | 'failed' | 'applying' | 'applied' | 'discarded' | 'undone'>
  progress: Generated<number>
  format: string | null
  encoding: string | null
  columns: JsonByDefault<unknown>
  computed: JsonByDefault<unknown>
  stated: Json<unknown> | null
  errors: Generated<number>
  warnings: Generated<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  applied_at: Date | null
  whole: Generated<boolean>
  reading: JsonByDefault<unknown>
  sample: Json<unknown> | null
  mapped_by: Generated<'header' | 'person' | 'memory'>
  differences: Json<unknown> | null
  claimed_by: string | null
  claimed_until: Date | null
  undone_at: Date | null
  undone_by_name: string | null
  part_files: Json<unknown> | null
  add_unlisted: boolean | null
  bought: JsonByDefault<unknown>
}

interface ImportMappingsTable {
  plant_id: number
  customer: string
  signature: string
  mapping: Json<unknown>
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ImportMarksTable {
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
  parts: Json<unknown>
  role: Generated<'mark' | 'file' | 'part'>
}

interface ImportPartsTable {
  id: GeneratedAlways<number>
  job_id: number
  plant_id: number
  part_mark: string
  state: 'matched' | 'differs' | 'no_file' | 'no_line'
  fields: Generated<string[]>
  file: string | null
  marks: Generated<string[]>
  listed: Json<unknown> | null
  in_file: Json<unknown> | null
  completes: boolean
  decided: Generated<boolean>
}

interface ImportedRecordsTable {
  import_id: number
  record_id: number
  version: number
  name: string
}

interface InspectionInvitationsTable {
  id: GeneratedAlways<number>
  plant_id: number
  inspection_id: number
  on_day: string
  note: string
  answer: 'accepted' | 'declined' | null
  answer_day: string | null
  answer_note: Generated<string>
  answered_at: Date | null
  answered_by_name: string | null
  signed_at: Date | null
  signed_by_name: string | null
  signed_hash: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface InspectionItemsTable {
  id: GeneratedAlways<number>
  inspection_id: number
  plant_id: number
  position: number
  item_id: number | null
  names: Json<Names>
  class: 'main' | 'general'
  measures: 'size' | 'deviation' | 'visual'
  place: Generated<'any' | 'joint' | 'other'>
  nominal: number | null
  lower: number | null
  upper: number | null
  rule: Json<unknown>
  unit: string
  tool: string
  points: number
  clause: string
  nominal_of: string | null
  added: Generated<boolean>
}

interface InspectionPhotosTable {
  id: GeneratedAlways<number>
  inspection_id: number
  plant_id: number
  item_id: number | null
  piece_id: number | null
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface InspectionPiecesTable {
  inspection_id: number
  piece_id: number
  plant_id: number
  serial: string
  measured: Generated<boolean>
  verdict: 'pass' | 'fail' | null
  open_process_id: number | null
  crew_id: number | null
  machine_id: number | null
}

interface InspectionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  stage:
    | 'incoming'
    | 'first'
    | 'in_process'
    | 'fit_up'
    | 'after_weld'
    | 'trial_assembly'
    | 'coating'
    | 'final'
  status: Generated<'draft' | 'submitted' | 'judged' | 'locked' | 'replaced' | 'cancelled'>
  verdict: 'pass' | 'fail' | 'concession' | null
  edition_id: number
  standard_code: string
  shape: string
  sizes: JsonByDefault<unknown>
  order_id: number | null
  order_no: string | null
  project_id: number | null
  mark: string | null
  process_id: number | null
  is_hold_point: Generated<boolean>
  pieces: Generated<number>
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
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  created_by_name: Generated<string>
  edition_no: Generated<string>
  verdict_family: Generated<'gb' | 'all'>
  percent: Generated<number>
  at_least: Generated<number>
  reason: Generated<string>
}

interface InstrumentsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  kind: Generated<string>
  unit: Generated<string>
  range_low: Decimal | null
  range_high: Decimal | null
  resolution: Decimal | null
  calibrated_until: string | null
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface IssuedPapersTable {
  id: GeneratedAlways<number>
  plant_id: number
  hash: string
  kind: 'dossier' | 'certificate' | 'material' | 'welds' | 'welders' | 'ndt' | 'coat' | 'trial' | 'ncr'
  source_id: number
  no: string
  order_id: number | null
  order_no: string | null
  search: string
  issued_at: Date
  issued_by: number | null
  issued_by_name: string
}

interface LabourRatesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  process_id: number
  crew_id: number | null
  basis: 'tonne' | 'piece' | 'hour'
  price: number
  from_kg: number
  to_kg: number | null
  valid_from: string
  valid_to: string | null
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MachineCountsTable {
  plant_id: number
  machine_id: number
  source: string
  day: string
  shift_id: number | null
  output: number | null
  good_output: number | null
  energy_kwh: number | null
  arc_on_s: number | null
  revision: Generated<number>
  by_old_shifts: Generated<boolean>
}

interface MachineDocumentsTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  name: string
  no: number
  kind: 'manual' | 'drawing' | 'certificate' | 'photo' | 'other'
  type: string
  bytes: number
  sha256: string
  retired_at: Date | null
  retired_by_name: string | null
  retire_reason: string | null
  created_at: Date
  created_by: number | null
  created_by_name: string
}

interface MachineIntervalsTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  source: string
  state: 'offline' | 'idle' | 'setup' | 'running' | 'fault' | 'maintenance'
  t0: Date
  t1: Date | null
  reason_id: number | null
  note: Generated<string>
  reasoned_by: Generated<string>
  reasoned_at: Date | null
  is_cut: Generated<boolean>
  version: Generated<number>
}

interface MachineLateTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  t0: Date
  t1: Date
}

interface MachineOutagesTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  kind: 'maintenance' | 'unused'
  t0: Date
  t1: Date | null
  note: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MachineProfilesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  profile_version: number
  names: Json<Names>
  class:
    | 'cutter'
    | 'laser'
    | 'assembly'
    | 'gantry_saw'
    | 'straightener'
    | 'drill'
    | 'saw'
    | 'robot'
    | 'blaster'
    | 'coating_line'
    | 'crane'
    | 'compressor'
    | 'meter'
    | 'weather_station'
    | 'other'
  rate_ms: Generated<number>
  used: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MachineRecountsTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  t0: Date
  t1: Date
  shifts_before: Json<unknown> | null
}

interface MachineShiftPlansTable {
  plant_id: number
  plan: Json<unknown>
}

interface MachineTimesTable {
  plant_id: number
  machine_id: number
  source: string
  day: string
  shift_id: number | null
  until: Date
  length_s: number
  planned_s: number
  running_s: number
  setup_s: number
  idle_s: number
  fault_s: number
  unknown_s: number
  planned_stop_s: number
  run_s: number
  failures: number
  standard_rate: number | null
  revision: Generated<number>
  is_stale: Generated<boolean>
}

interface MachineTracksTable {
  machine_id: number
  plant_id: number
  seen_at: Date
  counters: Json<unknown> | null
  rewrites: Generated<number>
}

interface MachinesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  site: Generated<string>
  line: string
  name: string
  source: Generated<'real' | 'demo' | 'sim'>
  profile_id: number
  workshop_id: number | null
  process_id: number | null
  model: Generated<string>
  maker: Generated<string>
  serial_no: Generated<string>
  criticality: Generated<'A' | 'B' | 'C'>
  commissioned_on: string | null
  rated_kw: number | null
  standard_rate: number | null
  rate_unit: Generated<string>
  x_m: number | null
  y_m: number | null
  width_m: number | null
  depth_m: number | null
  note: Generated<string>
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MaintenanceDeedsTable {
  id: GeneratedAlways<number>
  plant_id: number
  plan_id: number
  machine_id: number
  title: string
  done_on: string
  note: Generated<string>
  created_at: Date
  created_by: number | null
  created_by_name: string
  used: number | null
}

interface MaintenancePhotosTable {
  id: GeneratedAlways<number>
  plant_id: number
  repair_id: number | null
  check_id: number | null
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Date
  created_by: number | null
  created_by_name: string
}

interface MaintenancePlansTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  title: string
  instructions: Generated<string>
  trigger: Generated<'days' | 'hours' | 'output'>
  every: number
  last_done_on: string
  notice_days: Generated<number>
  due_on: string | null
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  base: Generated<number>
}

interface MarksTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  import_id: number | null
  mark: string
  revision: Generated<string>
  name: string
  kind:
    | 'beam'
    | 'column'
    | 'brace'
    | 'truss'
    | 'plate_girder'
    | 'purlin'
    | 'stair'
    | 'handrail'
    | 'embed'
    | 'other'
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
  weight_source: 'file' | 'profile' | 'parts' | 'none'
  drawing_no: string | null
  phase: string | null
  batch: string | null
  parts: Generated<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  route_id: number | null
  holds: Generated<number>
  sub_kg: Generated<number>
}

interface MaterialLotsTable {
  id: GeneratedAlways<number>
  plant_id: number
  receipt_id: number
  heat_id: number
  received_on: string
  form: 'plate' | 'section' | 'bar' | 'tube'
  profile: string
  thickness_mm: Decimal | null
  pieces: number
  kg: number
  used_kg: Generated<number>
  status: Generated<'quarantine' | 'released' | 'concession' | 'rejected'>
  retest: Generated<boolean>
  decided_at: Date | null
  decided_by_name: string | null
  note: Generated<string>
  agreed_by: string | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  location: Generated<string>
  length_mm: number | null
  cut_kg: Generated<number>
  left_kg: GeneratedAlways<number>
  width_mm: number | null
}

interface MaterialPlansTable {
  plant_id: number
  retest_from_mm: number | null
  version: Generated<number>
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MaterialProjectsTable {
  plant_id: number
  project_id: number
  retest: boolean
  heat: boolean
}

interface MaterialReceiptsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  supplier: string
  supplier_key: string
  delivery_note: string
  received_on: string
  project_id: number | null
  note: Generated<string>
  lots: Generated<number>
  kg: Generated<number>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface MessageDeliveriesTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number | null
  message_id: number | null
  channel: 'email' | 'wecom' | 'robot'
  status: Generated<'waiting' | 'sent' | 'skipped' | 'failed'>
  attempts: Generated<number>
  due_at: Date
  reason: 'unreachable' | 'insecure' | 'sign_in' | 'rate_limited' | 'rejected' | 'refused' | null
  detail: string | null
  created_at: Date
  changed_at: Date
  occasion: string | null
}

interface MessageSettingsTable {
  user_id: number
  plant_id: number
  app_off: Generated<string[]>
  updated_at: Date
  by_email: Generated<string[]>
  by_wecom: Generated<string[]>
  quiet_from: string | null
  quiet_until: string | null
  language: Generated<'zh' | 'en' | 'es'>
}

interface MessagesTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  conversation_id: number
  comment_id: number | null
  reason:
    | 'mentioned'
    | 'followed'
    | 'assigned'
    | 'approval_wanted'
    | 'approved'
    | 'refused'
    | 'decided'
    | 'due'
    | 'overdue'
    | 'import_read'
    | 'import_failed'
    | 'revised'
    | 'released'
    | 'customer_accepted'
    | 'customer_declined'
    | 'customer_signed'
  created_at: Date
  read_at: Date | null
  cause: string | null
  by_name: string | null
  due_on: string | null
  in_app: Generated<boolean>
}

interface MigrationsTable {
  number: number
  name: string
  hash: string
  applied_at: Generated<Date>
}

interface MillCertificateHeatsTable {
  id: GeneratedAlways<number>
  plant_id: number
  certificate_id: number
  heat_id: number
  position: number
  grade_code: string
  thickness_mm: number | null
  values: Json<SteelValues>
  judged: Json<readonly JudgedValue[]> | null
}

interface MillCertificatesTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  kind: '3.1' | '3.2' | 'retest'
  supplier: string
  supplier_key: string
  issued_on: string
  status: Generated<'draft' | 'accepted' | 'rejected'>
  note: Generated<string>
  file_sha256: string | null
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
  decided_at: Date | null
  decided_by_name: string | null
  decided_note: Generated<string>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ModelChunksTable {
  revision_id: number
  position: number
  sha256: string
  bytes: number
  parts: number
  triangles: number
}

interface ModelMembersTable {
  revision_id: number
  position: number
  plant_id: number
  guid: string
  mark: string
  name: string
  ifc_class: string
  storey: string
  area: string
  kg: number | null
  box: number[]
  shape: string
  parts: number
  change: 'same' | 'added' | 'moved' | 'changed' | null
  source: 'mark' | 'guid' | 'hand' | null
  mark_id: number | null
  piece_id: number | null
}

interface ModelRevisionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  revision: number
  status: Generated<'reading' | 'waiting' | 'current' | 'replaced' | 'failed' | 'cancelled'>
  file_name: string
  bytes: number
  sha256: string
  progress: Generated<number>
  error: string | null
  claimed_at: Date | null
  ifc_schema: Generated<string>
  application: Generated<string>
  origin: Generated<number[]>
  parts: Generated<number>
  triangles: Generated<number>
  removed: Generated<number>
  warnings: JsonByDefault<unknown>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  before_id: number | null
  removed_members: Generated<number[]>
}

interface NcrEventsTable {
  id: GeneratedAlways<number>
  ncr_id: number
  plant_id: number
  at: Date
  by_id: number | null
  by_name: string
  deed: string
  from_status: string | null
  to_status: string
  note: Generated<string>
  disposition: string | null
}

interface NcrPhotosTable {
  id: GeneratedAlways<number>
  ncr_id: number
  plant_id: number
  name: string
  type: string
  bytes: number
  sha256: string
  added_at: Date
  added_by_name: string
}

interface NcrPiecesTable {
  ncr_id: number
  piece_id: number
  plant_id: number
  order_id: number
  serial: string
  kg: number | null
}

interface NcrsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'open' | 'dispositioned' | 'approved' | 'executing' | 'verify' | 'closed' | 'cancelled'>
  source: 'reading' | 'lot' | 'piece' | 'scan' | 'receipt'
  severity: 'minor' | 'major' | 'critical'
  defect_id: number
  description: string
  inspection_id: number | null
  item_id: number | null
  receipt_id: number | null
  receipt_no: string | null
  order_id: number | null
  order_no: string | null
  mark: string | null
  pieces: number
  kg: number
  disposition: 'rework' | 'repair' | 'concession' | 'scrap' | 'return' | null
  disposition_note: Generated<string>
  process_id: number | null
  disposed_at: Date | null
  disposed_by_name: string | null
  approved_at: Date | null
  approved_by_name: string | null
  approval_note: Generated<string>
  agreed_by: string | null
  rounds: Generated<number>
  started_at: Date | null
  started_by: number | null
  started_by_name: string | null
  start_note: Generated<string>
  finished_at: Date | null
  finished_by: number | null
  finished_by_name: string | null
  finish_note: Generated<string>
  verified_at: Date | null
  verified_by: number | null
  verified_by_name: string | null
  verify_note: Generated<string>
  reinspection_id: number | null
  cause: 'man' | 'machine' | 'material' | 'method' | 'environment' | 'measure' | null
  cause_note: Generated<string>
  crew_id: number | null
  crew_name: string | null
  cost: number | null
  due_on: string | null
  closed_at: Date | null
  cancel_reason: string | null
  raised_at: Date
  created_by: number | null
  created_by_name: string
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  machine_id: number | null
  machine_name: string | null
  project_id: number | null
  assignee_id: number | null
}

interface NdtRequestWeldsTable {
  request_id: number
  weld_id: number
  plant_id: number
  demand_mm: number
  closed: Generated<boolean>
}

interface NdtRequestsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  order_id: number
  order_no: string
  method: 'ut' | 'rt' | 'mt' | 'pt' | 'vt'
  level: 'A' | 'B' | 'C'
  standard: Generated<string>
  status: Generated<'open' | 'done' | 'cancelled'>
  note: Generated<string>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface NdtResultsTable {
  id: GeneratedAlways<number>
  plant_id: number
  request_id: number
  weld_id: number
  method: string
  first: boolean
  tested_at: Date
  tester: string
  tested_mm: number
  defects: JsonByDefault<unknown>
  defect_mm: Generated<number>
  verdict: 'pass' | 'fail'
  note: Generated<string>
  undone_at: Date | null
  undone_by_name: string | null
  undo_reason: string | null
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface NdtSettingsTable {
  plant_id: number
  percents: number[]
  at_least_mm: number
  wait_hours: number
  wait_hours_high: number
  high_from_mpa: number
  version: Generated<number>
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface NestBarsTable {
  id: GeneratedAlways<number>
  plant_id: number
  nest_id: number
  position: number
  stock_bar_id: number | null
  status: Generated<'planned' | 'reserved' | 'cut' | 'cancelled'>
  length_mm: number
  parts_mm: number
  remnant_mm: number
  waste_mm: number
  cut_at: Date | null
  cut_by: number | null
  cut_by_name: string | null
}

interface NestPartsTable {
  nest_bar_id: number
  position: number
  plant_id: number
  mark_id: number | null
  order_no: string
  mark: string
  part_mark: string
  from_mm: number
  length_mm: number
  scrapped: Generated<boolean>
  left_deg: Generated<number>
  right_deg: Generated<number>
  turned: Generated<boolean>
}

interface NestsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'solving' | 'planned' | 'released' | 'cut' | 'cancelled' | 'failed'>
  reason: string | null
  profile: string
  grade: Generated<string>
  order_ids: Generated<number[]>
  rules: Json<NestRules>
  stopping: Generated<boolean>
  cost: number | null
  bound: number | null
  bars: Generated<number>
  parts: Generated<number>
  waste: number | null
  ended: string | null
  unmade: JsonByDefault<readonly UnmadePart[]>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface OidcSignInsTable {
  id: GeneratedAlways<number>
  plant_id: number
  state_hash: string
  nonce: string
  code_verifier: string
  next: string | null
  expires_at: Date
}

interface OrderBoltsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  item_id: number
  mark: Generated<string>
  connection: Generated<string>
  place: 'shop' | 'site'
  quantity: number
  extra_percent: Generated<number>
  required: GeneratedAlways<number>
  note: Generated<string>
  import_id: number | null
  replaced_by: number | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface OrderDaysTable {
  order_id: number
  day: string
  plant_id: number
  weighted_kg: number
}

interface OrderDocumentVersionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  document_id: number
  no: number
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface OrderDocumentsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  name: string
  kind: 'drawing' | 'contract' | 'specification' | 'photo' | 'other'
  note: string | null
  versions: Generated<number>
  retired_at: Date | null
  retired_by: number | null
  retired_by_name: string | null
  retire_reason: string | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface OrdersTable {
  id: GeneratedAlways<number>
  plant_id: number
  project_id: number
  no: string
  name: string
  customer_po: string | null
  status: Generated<string>
  stage: GeneratedAlways<number>
  status_reason: string | null
  priority: Generated<'A' | 'B' | 'C'>
  due_on: string | null
  contract_tonnes: number | null
  note: string | null
  marks: Generated<number>
  pieces: Generated<number>
  weight_kg: Generated<number>
  pieces_by_status: JsonByDefault<Record<string, number>>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  held_from: string | null
  released_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  progress: Generated<number>
  by_process: JsonByDefault<unknown>
  held_pieces: Generated<number>
  open_ncrs: Generated<number>
  assignee_id: number | null
}

interface OutboxTable {
  seq: GeneratedAlways<number>
  plant_id: number
  name: string
  version: Generated<number>
  subject_id: string
  payload: Json<Record<string, unknown>>
  at: Generated<Date>
}

interface PackagePiecesTable {
  piece_id: number
  plant_id: number
  package_id: number
  added_at: Generated<Date>
  added_by_name: string
}

interface PackagesTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  delivery_id: number | null
  no: string
  status: Generated<'open' | 'closed' | 'shipped' | 'received'>
  max_kg: number | null
  max_length_mm: number | null
  max_width_mm: number | null
  max_height_mm: number | null
  packing_kg: Generated<number>
  weighed_kg: number | null
  note: string | null
  pieces: Generated<number>
  unweighed: Generated<number>
  net_kg: Generated<number>
  gross_kg: GeneratedAlways<number>
  closed_at: Date | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  bolts: Generated<number>
}

interface PartCountsTable {
  plant_id: number
  mark_id: number
  part_mark: string
  needed: number
  nested: Generated<number>
  cut: Generated<number>
  scrapped: Generated<number>
  processed: Generated<number>
  kitted: Generated<number>
  built: Generated<number>
  assumed: Generated<number>
}

interface PartLotsTable {
  mark_id: number
  part_mark: string
  lot_id: number
  cut: number
  built: Generated<number>
}

interface PartReportsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  mark_id: number
  part_mark: string
  kind: 'cut' | 'process' | 'kit' | 'scrap'
  quantity: number
  processed: Generated<number>
  lot_id: number | null
  reason: string | null
  reported_at: Date
  reported_by: number | null
  reported_by_name: string
  undone_at: Date | null
  undone_by: number | null
  undone_by_name: string | null
  undo_reason: string | null
}

interface PartsTable {
  id: GeneratedAlways<number>
  plant_id: number
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
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  geometry: Json<unknown> | null
  is_assembly: boolean | null
  drawn: GeneratedAlways<boolean>
}

interface PayrollItemsTable {
  report_id: number
  taken_back: boolean
  plant_id: number
  month_id: number
  rate: string | null
  basis: string | null
  price: number | null
  amount: number | null
}

interface PayrollMonthsTable {
  id: GeneratedAlways<number>
  plant_id: number
  month: string
  closed_at: Date
  closed_by: number | null
  closed_by_name: string
}

interface PieceCountsTable {
  order_id: number
  route_id: number | null
  status: string
  steps_done: number
  held: boolean
  pieces: number
  kg: number
  begun: number
  part_kg: number
}

interface PieceRevisionsTable {
  piece_id: number
  drawing_id: number
  revision_id: number
  recorded_at: Date
}

interface PiecesTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  mark_id: number
  serial: string
  tag: Generated<string>
  status: Generated<
    | 'planned'
    | 'issued'
    | 'in_process'
    | 'to_inspect'
    | 'accepted'
    | 'coated'
    | 'packed'
    | 'shipped'
    | 'received'
    | 'ncr_open'
    | 'rework'
    | 'scrapped'
    | 'superseded'
  >
  net_kg: number | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  batch_id: number | null
  steps_done: Generated<number>
  step_part: Generated<number>
  next_process_id: number | null
  holds: Generated<number>
}

interface PlantDaysTable {
  plant_id: number
  day: string
  weighted_kg: Generated<number>
  orders: Generated<number>
}

interface PlantsTable {
  id: GeneratedAlways<number>
  code: string
  name: string
  time_zone: string
  reminders_since: string | null
}

interface PlateCutsTable {
  id: GeneratedAlways<number>
  plant_id: number
  result_id: number
  position: number
  lot_id: number
  remnant_id: number | null
  plate: Generated<string>
  kg: number
}

interface PlateJobPartsTable {
  id: GeneratedAlways<number>
  plant_id: number
  job_id: number
  position: number
  order_id: number
  order_no: string
  mark_id: number | null
  mark: string
  part_mark: string
  profile: string
  grade: string
  thickness_mm: number
  width_mm: number | null
  length_mm: number | null
  kg: number | null
  due_on: string | null
  quantity: number
  cut: Generated<number>
}

interface PlateJobsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'open' | 'cut' | 'closed' | 'cancelled'>
  note: Generated<string>
  pieces: Generated<number>
  cut: Generated<number>
  kg: Generated<number>
  due_on: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface PlateLayoutsTable {
  id: GeneratedAlways<number>
  plant_id: number
  nest_id: number
  job_id: number
  position: number
  status: Generated<'planned' | 'reserved' | 'cut' | 'cancelled'>
  thickness_mm: number
  grade: string
  lot_id: number | null
  remnant_id: number | null
  length_mm: number
  width_mm: number
  parts_mm2: number
  remnants_mm2: number
  waste_mm2: number
  drawing: Json<PlateDrawing>
  scrapped: Generated<number[]>
  result_id: number | null
}

interface PlateNestsTable {
  id: GeneratedAlways<number>
  plant_id: number
  job_id: number
  status: Generated<'solving' | 'planned' | 'released' | 'cut' | 'cancelled' | 'failed'>
  reason: string | null
  rules: Json<PlateNestRules>
  stopping: Generated<boolean>
  cost: number | null
  bound: number | null
  waste: number | null
  ended: string | null
  unmade: JsonByDefault<readonly UnmadePlatePart[]>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface PlateRemnantsTable {
  id: GeneratedAlways<number>
  plant_id: number
  lot_id: number
  parent_id: number | null
  result_id: number
  length_mm: number
  width_mm: number
  kg: number
  status: Generated<'available' | 'reserved' | 'cut' | 'scrapped'>
  location: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface PlateResultPartsTable {
  id: GeneratedAlways<number>
  plant_id: number
  result_id: number
  job_part_id: number
  lot_id: number | null
  quantity: number
  processed: number
}

interface PlateResultsTable {
  id: GeneratedAlways<number>
  plant_id: number
  job_id: number
  file_name: string
  sha256: string
  repeated: Generated<boolean>
  pieces: number
  kg: number
  applied_at: Date
  applied_by: number | null
  applied_by_name: string
  undone_at: Date | null
  undone_by: number | null
  undone_by_name: string | null
  undo_reason: string | null
}

interface PreferencesTable {
  user_id: number
  key: string
  value: Json<unknown>
  updated_at: Generated<Date>
}

interface ProcessesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json<Names>
  position: number
  unit: 'piece' | 'kg' | 'm' | 'm2'
  kind: 'work' | 'pack' | 'ship' | 'receive'
  gate: Generated<'none' | 'self' | 'inspect' | 'hold'>
  gives: 'accepted' | 'coated' | null
  weight: Generated<number>
  equipment_class: string | null
  on_board: Generated<boolean>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ProfileSignalsTable {
  profile_id: number
  slot: number
  code: string
  names: Json<Names>
  unit: Generated<string>
  kind: 'gauge' | 'counter' | 'state'
  role:
    | 'state'
    | 'current'
    | 'voltage'
    | 'travel_speed'
    | 'wire_feed'
    | 'arc_on'
    | 'output'
    | 'good_output'
    | 'power'
    | 'energy'
    | 'temperature'
    | 'humidity'
    | 'surface_temperature'
    | 'pressure'
    | 'load'
    | 'speed'
    | 'gas'
    | 'alarm_code'
    | 'position'
    | 'wind_speed'
    | 'wind_gust'
    | null
  low: number | null
  high: number | null
  decimals: Generated<number>
  deadband: Generated<number>
  deadband_percent: Generated<boolean>
  silence_s: Generated<number>
}

interface ProgressStagesTable {
  statement_id: number
  position: number
  name: string
  share: number
  process_id: number | null
}

interface ProgressStatementsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  amount: number
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface ProjectWeightsTable {
  project_id: number
  process_id: number
  plant_id: number
  weight: number
}

interface ProjectsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  customer: string
  contract_no: string | null
  acceptance_standard: string
  status: Generated<'active' | 'closed'>
  starts_on: string | null
  ends_on: string | null
  orders: Generated<number>
  weight_kg: Generated<number>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  max_weld_repairs: Generated<number>
  drawings_required: Generated<boolean>
  kits_required: Generated<boolean>
  bolt_tests_required: Generated<boolean>
  transport_days: Generated<number>
}

interface PurchaseLinesTable {
  id: GeneratedAlways<number>
  plant_id: number
  purchase_id: number
  position: number
  form: 'plate' | 'section' | 'bar' | 'tube' | 'bought'
  profile: string
  grade: Generated<string>
  length_mm: number | null
  pieces: number
  kg: number | null
  price_per_tonne: number | null
  expected_on: string | null
  order_id: number | null
  nest_id: number | null
  max_pieces: number
  received: Generated<number>
  received_kg: Generated<number>
  item_id: number | null
  price_each: number | null
}

interface PurchaseReceiptsTable {
  id: GeneratedAlways<number>
  plant_id: number
  line_id: number
  lot_id: number | null
  pieces: number
  kg: number | null
  received_at: Date
  received_by_name: string
  bolt_lot_id: number | null
}

interface PurchasesTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'draft' | 'approved' | 'ordered' | 'partly_received' | 'received' | 'cancelled'>
  supplier_id: number | null
  over_percent: Generated<number>
  note: Generated<string>
  approved_by_name: string | null
  approved_at: Date | null
  ordered_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface QualityNumbersTable {
  plant_id: number
  series: string
  year: number
  last: number
}

interface ReadingSumsTable {
  inspection_id: number
  item_id: number
  crew_id: number
  plant_id: number
  standard_item_id: number | null
  label: string | null
  readings: number
  outside: number
  machine_id: Generated<number>
}

interface ReadingsTable {
  inspection_id: number
  item_id: number
  piece_id: number
  point: number
  plant_id: number
  value: number
  deviation: number
  inside: boolean
  share: number | null
  instrument_id: number | null
  note: string | null
  read_at: Date
  read_by: number | null
  read_by_name: string
}

interface RecordImportsTable {
  id: GeneratedAlways<number>
  plant_id: number
  path: string
  file_name: string
  created_at: Date
  created_by: number
  created_by_name: string
  added: Generated<number>
  undone_at: Date | null
  undone_by_name: string | null
}

interface ReleasedDossiersTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  language: string
  hash: string
  file_name: string
  sha256: string
  bytes: number
  released_at: Date
  released_by: number | null
  released_by_name: string
}

interface RepairsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: GeneratedAlways<string>
  machine_id: number
  source: 'hand' | 'qr' | 'check' | 'alarm'
  alarm_id: number | null
  status: Generated<'reported' | 'accepted' | 'working' | 'done' | 'verified' | 'cancelled'>
  stopped: boolean
  symptom:
    | 'no_start'
    | 'stops'
    | 'noise'
    | 'vibration'
    | 'leak'
    | 'overheat'
    | 'electrical'
    | 'quality'
    | 'safety'
    | 'other'
  description: Generated<string>
  reported_at: Date
  created_by_name: string
  accepted_at: Date | null
  accepted_by: number | null
  accepted_by_name: string | null
  started_at: Date | null
  finished_at: Date | null
  finished_by: number | null
  finished_by_name: string | null
  verified_at: Date | null
  verified_by: number | null
  verified_by_name: string | null
  cause: 'wear' | 'operation' | 'electrical' | 'hydraulic' | 'control' | 'material' | 'other' | null
  remedy: Generated<string>
  result: 'fixed' | 'monitor' | 'external' | 'scrap' | null
  downtime_s: number | null
  downtime_from: 'states' | 'order' | null
  cancel_reason: string | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  assignee_id: number | null
}

interface RolesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  tags: Generated<string[]>
  shipped: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
}

interface RouteStepsTable {
  route_id: number
  position: number
  plant_id: number
  process_id: number
}

interface RoutesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json<Names>
  kinds: Generated<string[]>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SavedViewsTable {
  id: GeneratedAlways<number>
  plant_id: number
  owner_id: number
  owner_name: string
  list: string
  name: string
  query: Json<unknown>
  columns: Json<unknown> | null
  shared: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  updated_by: number
}

interface ScreenCommandsTable {
  no: GeneratedAlways<number>
  plant_id: number
  screen_id: number | null
  device_id: number | null
  command: 'identify' | 'reload' | 'page' | 'message' | 'picture'
  page: number | null
  message: Generated<string>
  at: Date
  until: Date
  by_name: string
  group_id: number | null
}

interface ScreenDevicePicturesTable {
  device_id: number
  plant_id: number
  taken_at: Date
  picture: Buffer | null
  type: 'image/webp' | 'image/jpeg' | null
}

interface ScreenDevicesTable {
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
  beacon: Json<unknown> | null
  command_done: Generated<number>
  revoked_at: Date | null
  revoked_by_name: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  group_id: number | null
}

interface ScreenGroupsTable {
  id: GeneratedAlways<number>
  plant_id: number
  name: string
  screen_id: number | null
  staggered: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  schedule: JsonByDefault<readonly GroupRule[]>
  scheduled_screen_id: number | null
  dark: Generated<boolean>
}

interface ScreenPairingsTable {
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

interface ScreensTable {
  id: number
  plant_id: number
  names: Json<Names>
  place: Generated<string>
  source: 'live' | 'simulated'
  removed_at: Date | null
}

interface SessionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  token_hash: string
  method: 'password' | 'ticket' | 'wecom' | 'oidc' | 'pin' | 'badge'
  address: string
  device: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  terminal_id: number | null
}

interface SettingsTable {
  key: string
  value: Json<unknown>
}

interface ShiftsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json<Names>
  starts_at: string
  ends_at: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SignInTicketsTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  token_hash: string
  next: string | null
  created_at: Date
  expires_at: Date
}

interface SitePhotosTable {
  id: GeneratedAlways<number>
  report_id: number
  plant_id: number
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface SiteReportsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  piece_id: number
  kind: 'received' | 'erected' | 'missing' | 'damaged' | 'returned'
  note: string
  with_receipt: boolean
  source: 'scan' | 'list'
  client_key: string
  is_current: Generated<boolean>
  done_at: Date
  reported_at: Date
  reported_by: number | null
  reported_by_name: string
  undone_at: Date | null
  undone_by_name: string | null
  undo_reason: string | null
}

interface SpareMovesTable {
  id: GeneratedAlways<number>
  plant_id: number
  part_id: number
  kind: 'in' | 'use' | 'count'
  change: number
  stock: number
  repair_id: number | null
  note: Generated<string>
  created_at: Date
  created_by: number | null
  created_by_name: string
}

interface SparePartsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  unit: string
  stock: Generated<number>
  min_stock: Generated<number>
  place: Generated<string>
  price: number | null
  note: Generated<string>
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SpotCheckAnswersTable {
  check_id: number
  item_id: number
  position: number
  names: Json<Names>
  result: 'ok' | 'fault' | 'skipped'
}

interface SpotChecksTable {
  id: GeneratedAlways<number>
  plant_id: number
  machine_id: number
  day: string
  at: Date
  items: number
  faults: number
  repair_id: number | null
  created_by: number | null
  created_by_name: string
}

interface StandardEditionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  standard_id: number
  no: string
  status: Generated<'draft' | 'approved' | 'retired'>
  valid_from: string | null
  source: Generated<string>
  approved_at: Date | null
  approved_by: number | null
  approved_by_name: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface StandardHoursTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  process_id: number
  basis: 'tonne' | 'piece'
  hours: number
  from_kg: number
  to_kg: number | null
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface StandardItemChecksTable {
  item_id: number
  plant_id: number
  document: string
  clause: Generated<string>
  page: Generated<string>
  checked_at: Date
  checked_by: number | null
  checked_by_name: string
}

interface StandardItemsTable {
  id: GeneratedAlways<number>
  plant_id: number
  edition_id: number
  position: number
  shape: string
  stages: Generated<string[]>
  names: Json<Names>
  class: 'main' | 'general'
  measures: 'size' | 'deviation' | 'visual'
  nominal_of: string | null
  rule: Json<unknown>
  unit: Generated<string>
  tool: Generated<string>
  method: Generated<string>
  points: Generated<number>
  sampling: Generated<string>
  clause: Generated<string>
  certainty: 'official' | 'secondary' | 'memory'
  source: Generated<string>
  optional: Generated<boolean>
}

interface StandardsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  names: Json<Names>
  verdict: 'gb' | 'all'
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SteelGradesTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  standard: string
  edition: string
  status: Generated<'draft' | 'approved' | 'retired'>
  source: Generated<string>
  limits: JsonByDefault<readonly SteelLimitRow[]>
  approved_at: Date | null
  approved_by: number | null
  approved_by_name: string | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SteelPricesTable {
  plant_id: number
  profile: string
  grade: string
  price_per_tonne: number
  updated_at: Generated<Date>
}

interface StockBarsTable {
  id: GeneratedAlways<number>
  plant_id: number
  lot_id: number
  parent_id: number | null
  length_mm: number
  kg: number
  status: Generated<'available' | 'reserved' | 'cut' | 'scrapped'>
  location: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface StockTakeBarsTable {
  stock_take_id: number
  stock_bar_id: number
  plant_id: number
  expected: boolean
  location: string
  found_location: string | null
  counted_at: Date | null
  counted_by_name: string | null
  result: 'found' | 'wrong_place' | 'unexpected' | 'missing' | 'used' | null
}

interface StockTakesTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'open' | 'closed' | 'cancelled'>
  location: Generated<string>
  profile: Generated<string>
  reason: Generated<string>
  closed_at: Date | null
  closed_by_name: string | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface StopReasonCodesTable {
  id: GeneratedAlways<number>
  plant_id: number
  reason_id: number
  code: string
  class: string | null
}

interface StopReasonsTable {
  id: GeneratedAlways<number>
  plant_id: number
  parent_id: number | null
  code: string
  names: Json<Names>
  kind: 'planned' | 'unplanned'
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SubAssembliesTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  outer_mark: string
  inner_mark: string
  quantity: number
  is_weight_included: boolean
  import_id: number | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SubcontractLinesTable {
  id: GeneratedAlways<number>
  plant_id: number
  subcontract_id: number
  position: number
  from_process_id: number | null
  to_process_id: number | null
  price: number | null
  note: Generated<string>
}

interface SubcontractPiecesTable {
  id: GeneratedAlways<number>
  plant_id: number
  subcontract_id: number
  line_id: number
  piece_id: number
  status: Generated<'planned' | 'out' | 'back' | 'accepted' | 'rejected'>
  from_process_id: number | null
  to_process_id: number | null
  kg_out: number | null
  sent_on: string | null
  sent_at: Date | null
  sent_by_name: string | null
  kg_in: number | null
  back_on: string | null
  received_by_name: string | null
  judged_at: Date | null
  judged_by_name: string | null
  reason: Generated<string>
}

interface SubcontractsTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  status: Generated<'draft' | 'out' | 'closed' | 'cancelled'>
  is_open: GeneratedAlways<boolean>
  supplier_id: number
  order_id: number
  basis: 'kg' | 'piece' | 'lump'
  promised_on: string
  note: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface SuppliersTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  contact: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  note: Generated<string>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface TelemetryAdaptersTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: Generated<string>
  pattern: string
  map: Json<unknown>
  signals: JsonByDefault<unknown>
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  gateway_id: number | null
}

interface TelemetryDirtyTable {
  span: 'minute' | 'hour'
  at: Date
  machine_id: number
}

interface TelemetryEventsTable {
  machine_id: number
  event_key: string
  at: Date
  received_at: Date
  type: 'job.start' | 'job.end' | 'alarm' | 'reason'
  data: Json<unknown>
}

interface TelemetryFaultsTable {
  plant_id: number
  origin: string
  reason: string
  count: number
  last_at: Date
}

interface TelemetryFramesTable {
  machine_id: number
  at: Date
  profile_id: number
  values: number[]
  qualities: number[] | null
  received_at: Date
  late: Generated<boolean>
}

interface TelemetryHoursTable {
  machine_id: number
  at: Date
  profile_id: number
  counts: number[]
  lows: number[]
  highs: number[]
  means: number[]
  lasts: number[]
  held_ms: number[]
}

interface TelemetryLatestTable {
  machine_id: number
  slot: number
  profile_id: number
  at: Date
  received_at: Date
  value: number
  quality: number
}

interface TelemetryLinksTable {
  machine_id: number
  online: boolean
  since: Date
  heard_at: Date
  /** Silent for so long, ms, it counts as gone; null: it sends only what changes, and its silence says nothing. */
  silence_ms: number | null
  boot: Generated<string>
  claimed_profile: Generated<string>
  firmware: Generated<string>
  clock_offset_ms: number | null
  confirm_by: Date | null
}

interface TelemetryMinutesTable {
  machine_id: number
  at: Date
  profile_id: number
  counts: number[]
  lows: number[]
  highs: number[]
  means: number[]
  lasts: number[]
  held_ms: number[]
}

interface TelemetrySamplesTable {
  id: GeneratedAlways<number>
  plant_id: number
  at: Date
  origin: string
  reason: string
  topic: string
  sample: string
}

interface TelemetryTextsTable {
  machine_id: number
  slot: number
  at: Date
  profile_id: number
  seen_at: Date
  kind: 'text' | 'integer' | 'date' | 'null'
  value: string
}

interface TerminalPeopleTable {
  terminal_id: number
  user_id: number
}

interface TerminalsTable {
  id: GeneratedAlways<number>
  plant_id: number
  name: string
  workshop_id: number | null
  token_hash: string
  badge_alone: boolean
  idle_minutes: number
  device: string
  last_seen_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface TrialAssembliesTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  order_id: number
  name: string
  held_on: string
  place: Generated<string>
  participants: Generated<string>
  note: Generated<string>
  status: Generated<'open' | 'released' | 'cancelled'>
  result: Generated<string>
  reason: Generated<string>
  released_at: Date | null
  released_by: number | null
  released_by_name: string | null
  hash: string | null
  search: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface TrialMeasurementsTable {
  id: GeneratedAlways<number>
  plant_id: number
  trial_id: number
  position: number
  name: string
  clause: Generated<string>
  unit: Generated<string>
  nominal: number
  lower_tol: number | null
  upper_tol: number | null
  measured: number | null
  measured_at: Date | null
  measured_by: number | null
  measured_by_name: string | null
  verdict: GeneratedAlways<string | null>
}

interface TrialPhotosTable {
  id: GeneratedAlways<number>
  trial_id: number
  plant_id: number
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface TrialPiecesTable {
  trial_id: number
  piece_id: number
  plant_id: number
  position: Generated<string>
}

interface TrialRequirementsTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  mark: Generated<string>
  scope: 'none' | 'mark' | 'piece'
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface UserRolesTable {
  user_id: number
  role_id: number
}

interface UsersTable {
  id: GeneratedAlways<number>
  plant_id: number
  username: string
  username_key: string
  cn_name: string
  email: string | null
  phone: string | null
  status: Generated<'active' | 'disabled'>
  password_hash: string | null
  password_state: Generated<'lasting' | 'first' | 'once' | 'used'>
  password_expires_at: Date | null
  wecom_id: string | null
  oidc_issuer: string | null
  oidc_subject: string | null
  last_sign_in_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  email_typed: Generated<boolean>
  pin_hash: string | null
  pin_failures: Generated<number>
  badge: string | null
}

interface WeldRepairsTable {
  id: GeneratedAlways<number>
  plant_id: number
  weld_id: number
  number: number
  result_id: number
  welder_ids: number[]
  repaired_at: Date
  note: Generated<string>
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
}

interface WeldTemplatesTable {
  mark_id: number
  plant_id: number
  welds: Json<unknown>
  updated_at: Generated<Date>
  updated_by_name: string
}

interface WeldWeldersTable {
  weld_id: number
  welder_id: number
  plant_id: number
}

interface WelderCertificatesTable {
  id: GeneratedAlways<number>
  plant_id: number
  welder_id: number
  no: string
  process: 'smaw' | 'gmaw' | 'fcaw' | 'saw' | 'gtaw' | 'esw' | 'stud'
  positions: string[]
  material_group: 'I' | 'II' | 'III' | 'IV'
  thickness_min: number
  thickness_max: number | null
  valid_from: string
  valid_until: string
  file_sha256: string | null
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WeldersTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  crew: Generated<string>
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WeldsTable {
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
  joint: 'butt' | 'fillet' | 'tee' | 'corner' | 'lap'
  class: '1' | '2' | '3'
  length_mm: number
  thickness_mm: number
  wps_id: number | null
  welded_at: Date | null
  plan_mm: number
  demand_mm: number
  tested_mm: Generated<number>
  tests: Generated<number>
  repairs: Generated<number>
  repaired_at: Date | null
  state: Generated<'open' | 'free' | 'due' | 'partly' | 'failed' | 'repaired' | 'passed'>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
  machine_id: number | null
  machine_name: string | null
}

interface WorkBreaksTable {
  pattern_id: number
  shift_id: number
  starts_at: string
  minutes: number
}

interface WorkExceptionsTable {
  id: GeneratedAlways<number>
  plant_id: number
  workshop_id: number | null
  day: string
  kind: 'off' | 'work'
  name: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WorkPatternShiftsTable {
  pattern_id: number
  shift_id: number
  weekdays: number[]
}

interface WorkPatternsTable {
  id: GeneratedAlways<number>
  plant_id: number
  workshop_id: number | null
  prompt_minutes: Generated<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WorkReportsTable {
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
  hours: number | null
  source: 'list' | 'batch' | 'scan' | 'earlier' | 'package' | 'delivery' | 'receipt' | 'subcontract'
  done_at: Date
  day: string
  shift_id: number | null
  client_key: string | null
  created_at: Generated<Date>
  created_by: number | null
  created_by_name: string
  undone_at: Date | null
  undone_by: number | null
  undone_by_name: string | null
  undo_reason: string | null
  void: Generated<boolean>
  machine_id: number | null
}

interface WorkshopsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface WpsTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  revision: string
  process: 'smaw' | 'gmaw' | 'fcaw' | 'saw' | 'gtaw' | 'esw' | 'stud'
  material_group: 'I' | 'II' | 'III' | 'IV'
  thickness_min: number
  thickness_max: number | null
  current_window: Json<unknown> | null
  voltage_window: Json<unknown> | null
  speed_window: Json<unknown> | null
  preheat_c: number | null
  interpass_c: number | null
  active: Generated<boolean>
  search: string
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

export interface Tables {
  alarm_events: AlarmEventsTable
  alarm_outages: AlarmOutagesTable
  alarm_rules: AlarmRulesTable
  alarms: AlarmsTable
  attempts: AttemptsTable
  audit_log: AuditLogTable
  batches: BatchesTable
  bolt_issues: BoltIssuesTable
  bolt_lots: BoltLotsTable
  bolt_tests: BoltTestsTable
  bought_items: BoughtItemsTable
  built_parts: BuiltPartsTable
  built_pieces: BuiltPiecesTable
  check_items: CheckItemsTable
  client_errors: ClientErrorsTable
  coat_pieces: CoatPiecesTable
  coat_readings: CoatReadingsTable
  coat_specs: CoatSpecsTable
  coats: CoatsTable
  comment_files: CommentFilesTable
  comment_mentions: CommentMentionsTable
  comments: CommentsTable
  conversations: ConversationsTable
  crews: CrewsTable
  customer_links: CustomerLinksTable
  customer_sessions: CustomerSessionsTable
  defects: DefectsTable
  deliveries: DeliveriesTable
  delivery_exceptions: DeliveryExceptionsTable
  device_inbox: DeviceInboxTable
  display_documents: DisplayDocumentsTable
  display_pictures: DisplayPicturesTable
  display_versions: DisplayVersionsTable
  drawing_files: DrawingFilesTable
  drawing_marks: DrawingMarksTable
  drawing_prints: DrawingPrintsTable
  drawing_revisions: DrawingRevisionsTable
  drawings: DrawingsTable
  erection_lots: ErectionLotsTable
  erection_places: ErectionPlacesTable
  followers: FollowersTable
  four_eyes_policies: FourEyesPoliciesTable
  gate_passes: GatePassesTable
  gate_plans: GatePlansTable
  gateways: GatewaysTable
  heat_uses: HeatUsesTable
  heats: HeatsTable
  holds: HoldsTable
  idempotency_keys: IdempotencyKeysTable
  import_changes: ImportChangesTable
  import_effects: ImportEffectsTable
  import_files: ImportFilesTable
  import_findings: ImportFindingsTable
  import_jobs: ImportJobsTable
  import_mappings: ImportMappingsTable
  import_marks: ImportMarksTable
  import_parts: ImportPartsTable
  imported_records: ImportedRecordsTable
  inspection_invitations: InspectionInvitationsTable
  inspection_items: InspectionItemsTable
  inspection_photos: InspectionPhotosTable
  inspection_pieces: InspectionPiecesTable
  inspections: InspectionsTable
  instruments: InstrumentsTable
  issued_papers: IssuedPapersTable
  labour_rates: LabourRatesTable
  machine_counts: MachineCountsTable
  machine_documents: MachineDocumentsTable
  machine_intervals: MachineIntervalsTable
  machine_late: MachineLateTable
  machine_outages: MachineOutagesTable
  machine_profiles: MachineProfilesTable
  machine_recounts: MachineRecountsTable
  machine_shift_plans: MachineShiftPlansTable
  machine_times: MachineTimesTable
  machine_tracks: MachineTracksTable
  machines: MachinesTable
  maintenance_deeds: MaintenanceDeedsTable
  maintenance_photos: MaintenancePhotosTable
  maintenance_plans: MaintenancePlansTable
  marks: MarksTable
  material_lots: MaterialLotsTable
  material_plans: MaterialPlansTable
  material_projects: MaterialProjectsTable
  material_receipts: MaterialReceiptsTable
  message_deliveries: MessageDeliveriesTable
  message_settings: MessageSettingsTable
  messages: MessagesTable
  migrations: MigrationsTable
  mill_certificate_heats: MillCertificateHeatsTable
  mill_certificates: MillCertificatesTable
  model_chunks: ModelChunksTable
  model_members: ModelMembersTable
  model_revisions: ModelRevisionsTable
  ncr_events: NcrEventsTable
  ncr_photos: NcrPhotosTable
  ncr_pieces: NcrPiecesTable
  ncrs: NcrsTable
  ndt_request_welds: NdtRequestWeldsTable
  ndt_requests: NdtRequestsTable
  ndt_results: NdtResultsTable
  ndt_settings: NdtSettingsTable
  nest_bars: NestBarsTable
  nest_parts: NestPartsTable
  nests: NestsTable
  oidc_sign_ins: OidcSignInsTable
  order_bolts: OrderBoltsTable
  order_days: OrderDaysTable
  order_document_versions: OrderDocumentVersionsTable
  order_documents: OrderDocumentsTable
  orders: OrdersTable
  outbox: OutboxTable
  package_pieces: PackagePiecesTable
  packages: PackagesTable
  part_counts: PartCountsTable
  part_lots: PartLotsTable
  part_reports: PartReportsTable
  parts: PartsTable
  payroll_items: PayrollItemsTable
  payroll_months: PayrollMonthsTable
  piece_counts: PieceCountsTable
  piece_revisions: PieceRevisionsTable
  pieces: PiecesTable
  plant_days: PlantDaysTable
  plants: PlantsTable
  plate_cuts: PlateCutsTable
  plate_job_parts: PlateJobPartsTable
  plate_jobs: PlateJobsTable
  plate_layouts: PlateLayoutsTable
  plate_nests: PlateNestsTable
  plate_remnants: PlateRemnantsTable
  plate_result_parts: PlateResultPartsTable
  plate_results: PlateResultsTable
  preferences: PreferencesTable
  processes: ProcessesTable
  profile_signals: ProfileSignalsTable
  progress_stages: ProgressStagesTable
  progress_statements: ProgressStatementsTable
  project_weights: ProjectWeightsTable
  projects: ProjectsTable
  purchase_lines: PurchaseLinesTable
  purchase_receipts: PurchaseReceiptsTable
  purchases: PurchasesTable
  quality_numbers: QualityNumbersTable
  reading_sums: ReadingSumsTable
  readings: ReadingsTable
  record_imports: RecordImportsTable
  released_dossiers: ReleasedDossiersTable
  repairs: RepairsTable
  roles: RolesTable
  route_steps: RouteStepsTable
  routes: RoutesTable
  saved_views: SavedViewsTable
  screen_commands: ScreenCommandsTable
  screen_device_pictures: ScreenDevicePicturesTable
  screen_devices: ScreenDevicesTable
  screen_groups: ScreenGroupsTable
  screen_pairings: ScreenPairingsTable
  screens: ScreensTable
  sessions: SessionsTable
  settings: SettingsTable
  shifts: ShiftsTable
  sign_in_tickets: SignInTicketsTable
  site_photos: SitePhotosTable
  site_reports: SiteReportsTable
  spare_moves: SpareMovesTable
  spare_parts: SparePartsTable
  spot_check_answers: SpotCheckAnswersTable
  spot_checks: SpotChecksTable
  standard_editions: StandardEditionsTable
  standard_hours: StandardHoursTable
  standard_item_checks: StandardItemChecksTable
  standard_items: StandardItemsTable
  standards: StandardsTable
  steel_grades: SteelGradesTable
  steel_prices: SteelPricesTable
  stock_bars: StockBarsTable
  stock_take_bars: StockTakeBarsTable
  stock_takes: StockTakesTable
  stop_reason_codes: StopReasonCodesTable
  stop_reasons: StopReasonsTable
  sub_assemblies: SubAssembliesTable
  subcontract_lines: SubcontractLinesTable
  subcontract_pieces: SubcontractPiecesTable
  subcontracts: SubcontractsTable
  suppliers: SuppliersTable
  telemetry_adapters: TelemetryAdaptersTable
  telemetry_dirty: TelemetryDirtyTable
  telemetry_events: TelemetryEventsTable
  telemetry_faults: TelemetryFaultsTable
  telemetry_frames: TelemetryFramesTable
  telemetry_hours: TelemetryHoursTable
  telemetry_latest: TelemetryLatestTable
  telemetry_links: TelemetryLinksTable
  telemetry_minutes: TelemetryMinutesTable
  telemetry_samples: TelemetrySamplesTable
  telemetry_texts: TelemetryTextsTable
  terminal_people: TerminalPeopleTable
  terminals: TerminalsTable
  trial_assemblies: TrialAssembliesTable
  trial_measurements: TrialMeasurementsTable
  trial_photos: TrialPhotosTable
  trial_pieces: TrialPiecesTable
  trial_requirements: TrialRequirementsTable
  user_roles: UserRolesTable
  users: UsersTable
  weld_repairs: WeldRepairsTable
  weld_templates: WeldTemplatesTable
  weld_welders: WeldWeldersTable
  welder_certificates: WelderCertificatesTable
  welders: WeldersTable
  welds: WeldsTable
  work_breaks: WorkBreaksTable
  work_exceptions: WorkExceptionsTable
  work_pattern_shifts: WorkPatternShiftsTable
  work_patterns: WorkPatternsTable
  work_reports: WorkReportsTable
  workshops: WorkshopsTable
  wps: WpsTable
}
