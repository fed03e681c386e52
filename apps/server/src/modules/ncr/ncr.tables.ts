import type {
  NcrCause,
  NcrDisposition,
  NcrSeverity,
  NcrSource,
  NcrStatus,
} from '@cloud-factory/contract/ncr-enums'
import type { Names } from '@cloud-factory/contract/processes'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Maybe, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ncrs: NcrTable
    defects: DefectTable
  }
}

interface NcrTable extends SignedRow {
  no: string
  status: Generated<NcrStatus>
  source: NcrSource
  severity: NcrSeverity
  defect_id: number
  description: string
  inspection_id: Maybe<number>
  item_id: Maybe<number>
  receipt_id: Maybe<number>
  receipt_no: Maybe<string>
  order_id: Maybe<number>
  /** Of all its pieces; null where they have none in common. */
  project_id: Maybe<number>
  order_no: Maybe<string>
  mark: Maybe<string>
  pieces: number
  kg: number
  disposition: Maybe<NcrDisposition>
  disposition_note: Generated<string>
  process_id: Maybe<number>
  disposed_at: Maybe<Date>
  disposed_by_name: Maybe<string>
  approved_at: Maybe<Date>
  approved_by_name: Maybe<string>
  approval_note: Generated<string>
  agreed_by: Maybe<string>
  rounds: Generated<number>
  started_at: Maybe<Date>
  started_by: Maybe<number>
  started_by_name: Maybe<string>
  start_note: Generated<string>
  finished_at: Maybe<Date>
  finished_by: Maybe<number>
  finished_by_name: Maybe<string>
  finish_note: Generated<string>
  verified_at: Maybe<Date>
  verified_by: Maybe<number>
  verified_by_name: Maybe<string>
  verify_note: Generated<string>
  reinspection_id: Maybe<number>
  cause: Maybe<NcrCause>
  cause_note: Generated<string>
  crew_id: Maybe<number>
  crew_name: Maybe<string>
  machine_id: Maybe<number>
  /** What it was called; null exactly when no machine is named. */
  machine_name: Maybe<string>
  cost: Maybe<number>
  due_on: Maybe<string>
  closed_at: Maybe<Date>
  cancel_reason: Maybe<string>
  raised_at: Date
  created_by_name: string
  search: string
}

interface DefectTable extends SignedRow {
  parent_id: number | null
  code: string
  names: ColumnType<Names, string, string>
  position: number
  active: boolean
}

export type StoredNcr = Selectable<NcrTable>
export type StoredDefect = Selectable<DefectTable>
