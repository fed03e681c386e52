import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ImportPartRow, importPartsApi } from '@cloud-factory/contract/order-import/import-parts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { requireImport } from './imports.reads.ts'
import type { Tables } from '../../platform/db/schema.ts'

type PartsApi = (typeof importPartsApi)['GET /api/imports/:id/parts']
type ImportPartReadRow = Selectable<Tables['import_parts']>

const sorts = bothWays({ partMark: ['part_mark'] })

const beginsWith = (q: string) =>
  sql`(part_mark like ${prefixPattern(q)} or part_mark like ${prefixPattern(q.toUpperCase())})`

export const importPartsOf = (where: RawBuilder<unknown>, query: QueryOf<PartsApi>) =>
  sql<ImportPartReadRow>`
    select * from import_parts where ${where} order by ${sorts[query.sort ?? 'partMark']} ${limitOf(query)}`

/** Part files of an import against the listed parts; fails with `not_found` when the plant has no such import. */
export async function listImportParts(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<PartsApi>,
): Promise<ReplyOf<PartsApi>> {
  const where = allOf([
    sql`job_id = ${id} and plant_id = ${plantId}`,
    query.state === undefined ? null : sql`state = ${query.state}`,
    query.q === undefined || query.q === '' ? null : beginsWith(query.q),
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, importPartsOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from import_parts where ${where}`),
    requireImport(reads, plantId, id),
  ])
  return { items: rows.map(partView), total: counted[0]?.total ?? 0 }
}

const partView = (row: ImportPartReadRow): ImportPartRow => ({
  id: String(row.id),
  partMark: row.part_mark,
  state: row.state,
  fields: row.fields as ImportPartRow['fields'],
  file: row.file,
  marks: row.marks,
  listed: row.listed as ImportPartRow['listed'],
  inFile: row.in_file as ImportPartRow['inFile'],
  completes: row.completes,
})
