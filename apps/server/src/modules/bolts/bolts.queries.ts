import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { BoltNeed, boltsApi, OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import type { BoltPlace, BoughtKind } from '@cloud-factory/domain/bolts/bought-items'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, usualPageSize } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { canEditBolts, canIssueBolts } from './bolts.policy.ts'

type Api = typeof boltsApi

interface BoltReadRow {
  readonly id: number
  readonly order_id: number
  readonly item_id: number
  readonly kind: BoughtKind
  readonly designation: string
  readonly name: string
  readonly standard: string
  readonly size: string
  readonly length_mm: number | null
  readonly grade: string
  readonly finish: string
  readonly mark: string
  readonly connection: string
  readonly place: BoltPlace
  readonly quantity: number
  readonly extra_percent: number
  readonly required: number
  readonly note: string
  readonly import_id: number | null
  readonly version: number
}

const boltView = (row: BoltReadRow): OrderBolt & { readonly orderId: number } => ({
  id: String(row.id),
  orderId: row.order_id,
  itemId: String(row.item_id),
  kind: row.kind,
  designation: row.designation,
  name: row.name,
  standard: row.standard,
  size: row.size,
  lengthMm: row.length_mm,
  grade: row.grade,
  finish: row.finish,
  mark: row.mark,
  connection: row.connection,
  place: row.place,
  quantity: row.quantity,
  extraPercent: row.extra_percent,
  required: row.required,
  note: row.note,
  isImported: row.import_id !== null,
  version: row.version,
})

const from = sql`order_bolts b join bought_items i on i.id = b.item_id`
const sorts = bothWays({ place: ['b.place', 'b.connection', 'b.mark', 'b.id'] })

export const orderBoltsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<BoltReadRow>`
  select i.kind, i.designation, i.name, i.standard, i.size, i.length_mm, i.grade, i.finish, b.*
  from ${from} where ${where} order by ${order} ${limit}`

const containing = (column: string, q: string): RawBuilder<unknown> | null =>
  q === '' ? null : sql`${sql.raw(column)} ilike ${containsPattern(q)}`

export const orderBoltsWhere = (
  plantId: number,
  orderId: string,
  { q = '', place = [] }: QueryOf<Api['GET /api/orders/:id/bolts']>,
) =>
  allOf([
    sql`b.plant_id = ${plantId} and b.order_id = ${orderId} and b.replaced_by is null`,
    place.length === 0 ? null : sql`b.place = any(${[...place]}::text[])`,
    containing(`(i.designation || ' ' || b.mark || ' ' || b.connection)`, q),
  ])

async function orderStatus(reads: Reads, plantId: number, orderId: string): Promise<string> {
  const [row] = await readRows(
    reads,
    sql<{ status: string }>`select status from orders where plant_id = ${plantId} and id = ${orderId}`,
  )
  return row?.status ?? fail('not_found')
}

/** The bolt list of an order; fails with `not_found` when the plant has no such order. */
export async function listOrderBolts(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<Api['GET /api/orders/:id/bolts']>,
): Promise<ReplyOf<Api['GET /api/orders/:id/bolts']>> {
  const where = orderBoltsWhere(actor.plantId, orderId, query)
  const page = orderBoltsOf(where, sorts[query.sort ?? 'place'], limitOf(query))
  const [{ rows, total }, status] = await Promise.all([
    countedPage(reads, page, from, where),
    orderStatus(reads, actor.plantId, orderId),
  ])
  return {
    items: rows.map(boltView).map(({ orderId: _order, ...line }) => line),
    total,
    can: { edit: canEditBolts(actor.tags, status), issue: canIssueBolts(actor.tags, status) },
  }
}

/** A line with its order; fails with `not_found` when the plant has no such line. */
export async function oneOrderBolt(reads: Reads, plantId: number, id: string) {
  const where = sql`b.plant_id = ${plantId} and b.id = ${id} and b.replaced_by is null`
  const [row] = await readRows(reads, orderBoltsOf(where, sql`b.id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : boltView(row)
}

/** Requested or ordered pieces that are not received yet; purchasing knows them. */
export type BoltsOnOrderPort = (
  reads: Reads,
  plantId: number,
) => Promise<readonly { readonly itemId: number; readonly pieces: number }[]>

interface NeedRow {
  readonly id: number
  readonly kind: BoughtKind
  readonly designation: string
  readonly grade: string
  readonly price: number | null
  readonly required: number
  readonly issued: number
  readonly open: number
  readonly orders: number
  readonly first_due: string | null
  readonly first_order: number
  readonly stock: number
}

export interface BoltShortage extends Omit<BoltNeed, 'price'> {
  readonly price: number | null
  readonly grade: string
  readonly firstOrderId: string
}

/** What orders need of each bought part and have not got; stock is without lots whose latest test failed. */
export const boltNeedsOf = (plantId: number, orderId?: string) => sql<NeedRow>`
  with per_order as (
    select o.id, o.due_on, n.item_id, n.required, coalesce(s.issued, 0)::int as issued
    from orders o
      cross join lateral (select item_id, sum(required)::int as required from order_bolts
        where order_id = o.id and replaced_by is null group by item_id) n
      cross join lateral (select sum(i.quantity)::int as issued from bolt_issues i join bolt_lots l on l.id = i.lot_id
        where i.order_id = o.id and l.item_id = n.item_id) s
    where o.plant_id = ${plantId}
      and ${orderId === undefined ? sql`o.status not in ('shipped', 'closed', 'cancelled')` : sql`o.id = ${orderId}`}
  ), needs as (
    select item_id, sum(required)::int as required, sum(issued)::int as issued,
      sum(greatest(0, required - issued))::int as open, count(*)::int as orders, min(due_on) as first_due,
      (array_agg(id order by due_on nulls last, id))[1] as first_order
    from per_order group by item_id
  )
  select i.id, i.kind, i.designation, i.grade, i.price, needs.*, coalesce(stock.free, 0)::int as stock
  from needs join bought_items i on i.id = needs.item_id
    cross join lateral (select sum(l.received - l.issued) as free from bolt_lots l
      where l.plant_id = ${plantId} and l.item_id = i.id and l.issued < l.received
        and coalesce((select is_passed from bolt_tests t where t.lot_id = l.id order by t.id desc limit 1), true)) stock
  order by i.designation, i.kind`

/** All needs with what is on order; those of one order count its own need against all stock. */
export async function boltShortages(
  reads: Reads,
  plantId: number,
  onOrder: BoltsOnOrderPort,
  orderId?: string,
): Promise<BoltShortage[]> {
  const [rows, ordered] = await Promise.all([
    readRows(reads, boltNeedsOf(plantId, orderId)),
    onOrder(reads, plantId),
  ])
  const piecesOf = new Map(ordered.map(({ itemId, pieces }) => [itemId, pieces]))
  return rows.map((row) => {
    const onOrderPieces = piecesOf.get(row.id) ?? 0
    return {
      id: String(row.id),
      itemId: String(row.id),
      kind: row.kind,
      designation: row.designation,
      grade: row.grade,
      required: row.required,
      issued: row.issued,
      open: row.open,
      stock: row.stock,
      onOrder: onOrderPieces,
      short: Math.max(0, row.open - row.stock - onOrderPieces),
      price: row.price,
      orders: row.orders,
      firstDue: row.first_due,
      firstOrderId: String(row.first_order),
    }
  })
}

/** A page of the needs. */
export async function listNeeds(
  reads: Reads,
  { plantId, tags }: Actor,
  {
    orderId,
    short,
    q = '',
    page = 1,
    pageSize = usualPageSize,
    sort = 'designation',
  }: QueryOf<Api['GET /api/bolt-needs']>,
  onOrder: BoltsOnOrderPort,
): Promise<ReplyOf<Api['GET /api/bolt-needs']>> {
  const needs = await boltShortages(reads, plantId, onOrder, orderId)
  const found = needs.filter(
    (need) =>
      (short === undefined || need.short > 0) && need.designation.toUpperCase().includes(q.toUpperCase()),
  )
  const sorted = sort === 'designation' ? found : found.toReversed()
  const seesPrices = tags.includes('purchase.view')
  return {
    items: sorted
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ firstOrderId: _order, grade: _grade, ...need }) => ({
        ...need,
        price: seesPrices ? need.price : null,
      })),
    total: found.length,
    can: { request: tags.includes('purchase.edit') || 'permission.denied' },
  }
}
