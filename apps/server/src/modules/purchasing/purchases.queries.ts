import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  PurchaseDetail,
  PurchaseReceipt,
  PurchaseRow,
  purchasesApi,
} from '@cloud-factory/contract/purchasing/purchases'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { linesOf, lineView } from './purchase-lines.queries.ts'
import { purchaseCan } from './purchases.policy.ts'

type Api = typeof purchasesApi
type PurchaseReadRow = Selectable<Tables['purchases']> & {
  readonly supplier: string | null
  readonly lines: number
  readonly kg: number
  readonly received_kg: number
  readonly amount: number
  readonly expected_on: string | null
}

const sorts = bothWays({ id: ['id'] })

export const purchasesOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) =>
  sql<PurchaseReadRow>`
    ${pageRows('purchases', where, order, limit)}
    select page.*, s.name as supplier, l.* from page left join suppliers s on s.id = page.supplier_id
      cross join lateral (
        select count(*)::int as lines, coalesce(sum(kg), 0) as kg, coalesce(sum(received_kg), 0) as received_kg,
          round(coalesce(sum(kg * price_per_tonne), 0) / 1000 + coalesce(sum(pieces * price_each), 0), 2) as amount,
          min(expected_on) filter (where received < pieces) as expected_on
        from purchase_lines where purchase_id = page.id
      ) l
    order by page.place`

const purchaseView = (row: PurchaseReadRow, { tags }: Actor): PurchaseRow => ({
  id: String(row.id),
  no: row.no,
  status: row.status,
  supplier:
    row.supplier_id === null || row.supplier === null
      ? null
      : { id: String(row.supplier_id), name: row.supplier },
  lines: row.lines,
  kg: row.kg,
  receivedKg: row.received_kg,
  amount: row.amount,
  expectedOn: row.expected_on,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: purchaseCan(tags, { status: row.status, hasSupplier: row.supplier_id !== null }),
})

export function purchasesWhere(
  plantId: number,
  { q = '', status = [], supplierId }: QueryOf<Api['GET /api/purchases']>,
): RawBuilder<unknown> {
  const pattern = containsPattern(q)
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    supplierId === undefined ? null : sql`supplier_id = ${supplierId}`,
    q === ''
      ? null
      : sql`(no ilike ${pattern} or supplier_id in (select id from suppliers where name ilike ${pattern})
          or id in (select purchase_id from purchase_lines where plant_id = ${plantId} and profile ilike ${pattern}))`,
  ])
}

export async function listPurchases(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/purchases']>,
): Promise<ReplyOf<Api['GET /api/purchases']>> {
  const where = purchasesWhere(actor.plantId, query)
  const page = purchasesOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`purchases`, where)
  return {
    items: rows.map((row) => purchaseView(row, actor)),
    total,
    can: { add: actor.tags.includes('purchase.edit') || 'permission.denied' },
  }
}

/** Fails with `not_found` when the plant has no such purchase order. */
export async function onePurchase(
  reads: Reads,
  actor: Actor,
  id: string,
  now: Date,
): Promise<PurchaseDetail> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, purchasesOf(where, sql`id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const [lines, receipts] = await Promise.all([
    readRows(reads, linesOf(actor.plantId, now, sql`r.purchase_id = ${row.id}`, sql`r.position`, sql``)),
    readRows(reads, receiptsOf(row.id)),
  ])
  return {
    ...purchaseView(row, actor),
    overPercent: row.over_percent,
    note: row.note,
    approvedBy: row.approved_by_name,
    orderedAt: row.ordered_at?.toISOString() ?? null,
    items: lines.map(lineView),
    receipts: receipts.map(
      (receipt): PurchaseReceipt => ({
        id: String(receipt.id),
        line: receipt.line,
        receipt:
          receipt.receipt_id === null || receipt.receipt_no === null
            ? null
            : { id: String(receipt.receipt_id), no: receipt.receipt_no },
        heat: receipt.heat,
        pieces: receipt.pieces,
        kg: receipt.kg,
        receivedAt: receipt.received_at.toISOString(),
        receivedBy: receipt.received_by_name,
      }),
    ),
  }
}

interface ReceiptReadRow extends Omit<Selectable<Tables['purchase_receipts']>, 'plant_id'> {
  readonly line: number
  readonly receipt_id: number | null
  readonly receipt_no: string | null
  readonly heat: string
}

const receiptsOf = (purchaseId: number) =>
  sql<ReceiptReadRow>`
    select p.*, l.position as line, m.id as receipt_id, m.no as receipt_no, coalesce(h.no, b.lot_no) as heat
    from purchase_lines l join purchase_receipts p on p.line_id = l.id left join material_lots t on t.id = p.lot_id
      left join material_receipts m on m.id = t.receipt_id left join heats h on h.id = t.heat_id
      left join bolt_lots b on b.id = p.bolt_lot_id
    where l.purchase_id = ${purchaseId} order by p.id`
