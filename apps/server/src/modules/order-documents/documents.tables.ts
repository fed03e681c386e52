import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    order_documents: OrderDocumentTable
    order_document_versions: OrderDocumentVersionTable
  }
}

interface OrderDocumentTable {
  id: GeneratedAlways<number>
  plant_id: number
  order_id: number
  name: string
  kind: string
  note: string | null
  versions: Generated<number>
  retired_at: Date | null
  retired_by: number | null
  retired_by_name: string | null
  retire_reason: string | null
  search: string
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

interface OrderDocumentVersionTable {
  id: GeneratedAlways<number>
  plant_id: number
  document_id: number
  no: number
  file_name: string
  type: string
  bytes: number
  sha256: string
  created_at: Instant
  created_by: number | null
  created_by_name: string
}
