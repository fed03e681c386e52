import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    display_documents: DisplayDocumentTable
    display_versions: DisplayVersionTable
  }
}

/** Read as what it is, written as text. */
type Json = ColumnType<unknown, string, string>

interface DisplayDocumentTable {
  id: Generated<number>
  plant_id: number
  kind: 'info' | 'screen'
  name: string
  draft: Json
  shown: number | null
  settled: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  updated_by_name: string
}

interface DisplayVersionTable {
  plant_id: number
  document_id: number
  no: number
  content: Json
  note: string
  published_at: Generated<Date>
  published_by: number | null
  published_by_name: string
}
