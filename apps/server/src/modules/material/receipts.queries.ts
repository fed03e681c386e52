import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ReceiptDetail, ReceiptRow, receiptsApi } from '@cloud-factory/contract/material/receipts'
import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { lotsOfReceipt } from './lots.queries.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredReceipt = Selectable<Tables['material_receipts']>

type Api = typeof receiptsApi
type ReceiptsQuery = QueryOf<Api['GET /api/receipts']>

type ReceiptReadRow = Omit<
  StoredReceipt,
  'supplier_key' | 'search' | 'created_at' | 'created_by' | 'updated_by'
> & {
  readonly heats: number
  readonly used_kg: number
  readonly quarantine: number
  readonly rejected: number
}

const sorts = bothWays({ no: ['no'], receivedOn: ['received_on', 'id'], kg: ['kg', 'id'] })

/** One page of receipts. */
export async function listReceipts(
  reads: Reads,
  actor: Actor,
  query: ReceiptsQuery,
): Promise<ReplyOf<Api['GET /api/receipts']>> {
  const where = receiptsWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, receiptsOf(where, query), sql`material_receipts`, where)
  return {
    items: rows.map((row) => receiptView(row, actor)),
    total,
    can: { add: actor.tags.includes('quality.inspect') || 'permission.denied' },
  }
}

export function receiptsWhere(plantId: number, { q, status }: ReceiptsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    status === undefined || status.length === 0
      ? null
      : sql`id in (select receipt_id from material_lots where plant_id = ${plantId}
          and status = any(${[...status]}::text[]))`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

export function receiptsOf(
  where: RawBuilder<unknown>,
  query: Pick<ReceiptsQuery, 'page' | 'pageSize' | 'sort'>,
) {
  const order = sorts[query.sort ?? '-receivedOn']
  return sql<ReceiptReadRow>`
    ${pageRows('material_receipts', where, order, limitOf(query))}
    select page.*, counted.* from page cross join lateral (
      select count(distinct heat_id)::int as heats, coalesce(sum(kg - left_kg), 0) as used_kg,
        count(*) filter (where status = 'quarantine')::int as quarantine,
        count(*) filter (where status = 'rejected')::int as rejected
      from material_lots l where l.receipt_id = page.id
    ) counted order by page.place`
}

/** One receipt with its lots; fails with `not_found` when the plant has no such receipt. */
export async function oneReceipt(reads: Reads, actor: Actor, id: string): Promise<ReceiptDetail> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, receiptsOf(where, { pageSize: 1 }))
  if (row === undefined) return fail('not_found')
  return { ...receiptView(row, actor), items: await lotsOfReceipt(reads, actor, row.id) }
}

function receiptView(row: ReceiptReadRow, actor: Actor): ReceiptRow {
  return {
    id: String(row.id),
    no: row.no,
    supplier: row.supplier,
    deliveryNote: row.delivery_note,
    receivedOn: row.received_on,
    projectId: row.project_id === null ? null : String(row.project_id),
    note: row.note,
    lots: row.lots,
    heats: row.heats,
    kg: row.kg,
    usedKg: row.used_kg,
    quarantine: row.quarantine,
    rejected: row.rejected,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: { edit: actor.tags.includes('quality.inspect') || 'permission.denied' },
  }
}
