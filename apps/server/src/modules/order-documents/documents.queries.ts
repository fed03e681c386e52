import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  DocumentRow,
  DocumentVersionRow,
  orderDocumentsApi,
} from '@cloud-factory/contract/order-documents/order-documents'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { canAdd, canChange, canRestore } from './documents.policy.ts'
import type { Tables } from '../../platform/db/schema.ts'

type ListApi = (typeof orderDocumentsApi)['GET /api/orders/:id/documents']
type VersionsApi = (typeof orderDocumentsApi)['GET /api/documents/:id/versions']

const documentSorts = bothWays({
  name: ['name', 'id'],
  kind: ['kind', 'name', 'id'],
  updatedAt: ['updated_at', 'id'],
})
const versionSorts = bothWays({ no: ['no'] })

/** Documents of an order; fails with `not_found` when the plant has no such order. */
export async function listDocuments(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`order_id = ${orderId} and plant_id = ${actor.plantId}`,
    query.retired === undefined ? sql`retired_at is null` : sql`retired_at is not null`,
    query.kind === undefined || query.kind.length === 0 ? null : sql`kind = any(${query.kind})`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
  const order = documentSorts[query.sort ?? '-updatedAt']
  const [rows, counted, orders] = await Promise.all([
    readRows(reads, documentsOf(where, order, limitOf(query))),
    readRows(reads, sql<{ total: number }>`select count(*) as total from order_documents where ${where}`),
    readRows(
      reads,
      sql<{
        status: string
      }>`select status from orders where plant_id = ${actor.plantId} and id = ${orderId}`,
    ),
  ])
  const status = orders[0]?.status ?? fail('not_found')
  return {
    items: rows.map((row) => documentView(row, actor)),
    total: counted[0]?.total ?? 0,
    can: { add: canAdd(actor.tags, status) },
  }
}

/** One document; fails with `not_found` when the plant has no such document. */
export async function oneDocument(reads: Reads, actor: Actor, id: string): Promise<DocumentRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, documentsOf(where, sql`id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : documentView(row, actor)
}

interface DocumentReadRow extends Selectable<Tables['order_documents']> {
  readonly order_status: string
  readonly latest: Selectable<Tables['order_document_versions']> & { readonly created_at: string }
}

export function documentsOf(
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) {
  return sql<DocumentReadRow>`
    with page as (select * from order_documents where ${where} order by ${order} ${limit})
    select page.*, (select status from orders where orders.id = page.order_id) as order_status, v.latest
    from page cross join lateral (select to_jsonb(v) as latest from order_document_versions v
      where v.document_id = page.id and v.no = page.versions) v
    order by ${order}`
}

/** Versions of a document, newest first unless asked; fails with `not_found` when the plant has no such document. */
export async function listVersions(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<VersionsApi>,
): Promise<ReplyOf<VersionsApi>> {
  const order = versionSorts[query.sort ?? '-no']
  const [rows, counted] = await Promise.all([
    readRows(
      reads,
      sql<Selectable<Tables['order_document_versions']>>`
        select * from order_document_versions where document_id = ${id} and plant_id = ${plantId}
        order by ${order} ${limitOf(query)}`,
    ),
    readRows(
      reads,
      sql<{
        versions: number
      }>`select versions from order_documents where plant_id = ${plantId} and id = ${id}`,
    ),
  ])
  return { items: rows.map(versionView), total: counted[0]?.versions ?? fail('not_found') }
}

/** Where the bytes of a version lie; fails with `not_found` when the plant has no such version. */
export async function oneVersion(reads: Reads, plantId: number, id: string): Promise<DocumentVersionRow> {
  const [row] = await readRows(
    reads,
    sql<Selectable<Tables['order_document_versions']>>`
      select * from order_document_versions where plant_id = ${plantId} and id = ${id}`,
  )
  return row === undefined ? fail('not_found') : versionView(row)
}

function documentView(row: DocumentReadRow, actor: Actor): DocumentRow {
  const facts = { orderStatus: row.order_status, isRetired: row.retired_at !== null }
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    name: row.name,
    kind: row.kind,
    note: row.note,
    latest: versionView(row.latest),
    retired:
      row.retired_at === null
        ? null
        : {
            at: row.retired_at.toISOString(),
            by: row.retired_by_name ?? '',
            reason: row.retire_reason ?? '',
          },
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit: canChange(actor.tags, facts),
      retire: canChange(actor.tags, facts),
      restore: canRestore(actor.tags, facts),
    },
  }
}

const versionView = (
  row: Omit<Selectable<Tables['order_document_versions']>, 'created_at'> & {
    readonly created_at: Date | string
  },
): DocumentVersionRow => ({
  id: String(row.id),
  no: row.no,
  fileName: row.file_name,
  type: row.type,
  bytes: row.bytes,
  sha256: row.sha256,
  createdAt: new Date(row.created_at).toISOString(),
  createdBy: row.created_by_name,
})
