import type {
  CertificateKind,
  LotStatus,
  MaterialForm,
  MillCertificateStatus,
} from '@cloud-factory/contract/material-enums'
import type { EditionStatus } from '@cloud-factory/contract/quality-enums'
import type { JudgedValue, SteelValues } from '@cloud-factory/contract/steel.rules'
import type { SteelLimitRow } from '@cloud-factory/contract/steel-grades'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Maybe, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    steel_grades: SteelGradeTable
    heats: HeatTable
    material_receipts: ReceiptTable
    material_lots: LotTable
    mill_certificates: MillCertificateTable
    mill_certificate_heats: CertificateLineTable
    heat_uses: HeatUseTable
  }
}

type Json<T> = ColumnType<T, string, string>

interface SteelGradeTable extends SignedRow {
  code: string
  standard: string
  edition: string
  status: Generated<EditionStatus>
  source: string
  limits: Json<readonly SteelLimitRow[]>
  approved_at: Maybe<Date>
  approved_by: Maybe<number>
  approved_by_name: Maybe<string>
  search: string
}

interface HeatTable {
  id: GeneratedAlways<number>
  plant_id: number
  no: string
  supplier: string
  supplier_key: string
  mill: string
  grade_id: number
}

interface ReceiptTable extends SignedRow {
  no: string
  supplier: string
  supplier_key: string
  delivery_note: string
  received_on: string
  project_id: number | null
  note: string
  lots: Generated<number>
  kg: Generated<number>
  search: string
}

interface LotTable extends SignedRow {
  receipt_id: number
  heat_id: number
  received_on: string
  form: MaterialForm
  profile: string
  thickness_mm: number | string | null
  pieces: number
  kg: number
  used_kg: Generated<number>
  left_kg: GeneratedAlways<number>
  length_mm: Maybe<number>
  location: Generated<string>
  status: Generated<LotStatus>
  retest: boolean
  decided_at: Maybe<Date>
  decided_by_name: Maybe<string>
  note: Generated<string>
  agreed_by: Maybe<string>
  search: string
}

interface MillCertificateTable extends SignedRow {
  no: string
  kind: CertificateKind
  supplier: string
  supplier_key: string
  issued_on: string
  status: Generated<MillCertificateStatus>
  note: string
  file_sha256: Maybe<string>
  file_name: Maybe<string>
  file_type: Maybe<string>
  file_bytes: Maybe<number>
  decided_at: Maybe<Date>
  decided_by_name: Maybe<string>
  decided_note: Generated<string>
  search: string
}

interface CertificateLineTable {
  id: GeneratedAlways<number>
  plant_id: number
  certificate_id: number
  heat_id: number
  position: number
  grade_code: string
  thickness_mm: string | null
  values: Json<SteelValues>
  judged: Json<readonly JudgedValue[]> | null
}

interface HeatUseTable {
  id: GeneratedAlways<number>
  plant_id: number
  lot_id: number
  piece_id: number
  order_id: number
  part: string
  kg: number
  assigned_at: Date
  assigned_by: number | null
  assigned_by_name: string
}

export type StoredGrade = Selectable<SteelGradeTable>
export type StoredLot = Selectable<LotTable>
export type StoredReceipt = Selectable<ReceiptTable>
export type StoredMillCertificate = Selectable<MillCertificateTable>
