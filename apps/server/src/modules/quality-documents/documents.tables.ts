import type { GeneratedAlways } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    issued_papers: IssuedDocumentTable
  }
}

interface IssuedDocumentTable {
  id: GeneratedAlways<number>
  plant_id: number
  hash: string
  kind: string
  source_id: number
  no: string
  order_id: number | null
  order_no: string | null
  search: string
  issued_at: Date
  issued_by: number | null
  issued_by_name: string
}
