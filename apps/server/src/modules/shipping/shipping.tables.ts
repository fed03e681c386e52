import type { Generated, GeneratedAlways } from 'kysely'
import type { Day, Instant, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    deliveries: DeliveryTable
    packages: PackageTable
    package_pieces: PackagePieceTable
    delivery_exceptions: DeliveryExceptionTable
  }
}

interface Kept extends SignedRow {
  no: string
  note: string | null
  search: string
}

interface DeliveryTable extends Kept {
  project_id: number
  status: Generated<string>
  truck_plate: string
  driver: string | null
  driver_phone: string | null
  consignee: string
  address: string
  planned_on: Day | null
  packages: Generated<number>
  pieces: Generated<number>
  net_kg: Generated<number>
  gross_kg: Generated<number>
  tare_kg: number | null
  weighbridge_kg: number | null
  weighed_kg: GeneratedAlways<number | null>
  alarm_percent: number
  alarm_kg: number
  difference_reason: string | null
  sent_at: Date | null
  sent_by_name: string | null
  received_at: Date | null
  received_by: string | null
  receipt_note: string | null
  receipt_key: string | null
  signature_sha256: string | null
  missing: Generated<number>
  found: Generated<number>
  damaged: Generated<number>
}

interface PackageTable extends Kept {
  order_id: number
  delivery_id: number | null
  status: Generated<string>
  max_kg: number | null
  max_length_mm: number | null
  max_width_mm: number | null
  max_height_mm: number | null
  packing_kg: number
  weighed_kg: number | null
  pieces: Generated<number>
  unweighed: Generated<number>
  net_kg: Generated<number>
  gross_kg: GeneratedAlways<number>
  closed_at: Date | null
}

interface PackagePieceTable {
  piece_id: number
  plant_id: number
  package_id: number
  added_at: Instant
  added_by_name: string
}

interface DeliveryExceptionTable {
  delivery_id: number
  piece_id: number
  plant_id: number
  kind: string
  note: string
  found_at: Instant | null
  found_by_name: string | null
  found_note: string | null
}
