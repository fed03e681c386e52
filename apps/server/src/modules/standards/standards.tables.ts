import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day, Json, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    standards: StandardTable
    standard_editions: EditionTable
    standard_items: ItemTable
    standard_item_checks: ItemCheckTable
    instruments: InstrumentTable
  }
}

interface StandardTable extends SignedRow {
  code: string
  names: Json
  verdict: string
  active: Generated<boolean>
}

interface EditionTable extends SignedRow {
  standard_id: number
  no: string
  status: Generated<string>
  valid_from: Day | null
  source: Generated<string>
  approved_at: Date | null
  approved_by: number | null
  approved_by_name: string | null
}

interface ItemTable {
  id: GeneratedAlways<number>
  plant_id: number
  edition_id: number
  position: number
  shape: string
  stages: Generated<string[]>
  names: Json
  class: string
  measures: string
  nominal_of: string | null
  rule: Json
  unit: Generated<string>
  tool: Generated<string>
  method: Generated<string>
  points: Generated<number>
  sampling: Generated<string>
  clause: Generated<string>
  certainty: string
  source: Generated<string>
  optional: Generated<boolean>
}

interface ItemCheckTable {
  item_id: number
  plant_id: number
  document: string
  clause: string
  page: string
  checked_at: Date
  checked_by: number | null
  checked_by_name: string
}

interface InstrumentTable extends SignedRow {
  code: string
  name: string
  kind: Generated<string>
  unit: Generated<string>
  /** numeric: written as text where no digit may be lost; read as a number unless cast to text. */
  range_low: ColumnType<number | null, number | string | null, number | string | null>
  range_high: ColumnType<number | null, number | string | null, number | string | null>
  resolution: ColumnType<number | null, number | string | null, number | string | null>
  calibrated_until: Day | null
  active: Generated<boolean>
}
