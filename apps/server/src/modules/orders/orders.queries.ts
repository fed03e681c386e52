import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { OrderRow, ordersApi } from '@cloud-factory/contract/orders/orders'
import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { CodeHit, SearchHit } from '@cloud-factory/contract/identity/access'
import { type Actor, systemActor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { assigneeWhere } from '../inbox/public.ts'
import { searchPattern, spellings, prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, usualPageSize } from '../../platform/db/list-page.ts'
import {
  countedAtMost,
  idsOf,
  orderSource,
  ordersOf,
  type PageRow,
  pageOf,
  orderView,
  sortedBy,
  sorts,
} from './order-rows.queries.ts'
import { forecasts, idsByRisk, openOnes } from './order-risk.queries.ts'

type ListApi = (typeof ordersApi)['GET /api/orders']
type OrderQuery = QueryOf<ListApi>

/** Today in the plant's time zone. */
const todayOf = (plantId: number, now: Date) =>
  sql<string>`(select (${now}::timestamptz at time zone time_zone)::date from plants where id = ${plantId})`

const onHold = sql`(held_pieces > 0 or status = 'on_hold')`

/** One page of orders, with how many match and what they weigh; `now` decides what is late. */
export async function listOrders(
  reads: Reads,
  actor: Actor,
  query: OrderQuery,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const where = await conditions(reads, actor.plantId, query, now)
  const ids = await idsOfPage(reads, actor.plantId, where, query, now)
  const rows = await readRows(reads, listOf(actor.plantId, where, query, now, ids))
  const { total = 0, sum_pieces: pieces = 0, sum_kg: weightKg = 0, sum_left: leftKg = 0 } = rows[0] ?? {}
  return {
    items: viewsOf(rows, actor),
    total: Math.min(total, countedAtMost),
    sums: total <= countedAtMost ? { pieces, weightKg, leftKg } : null,
  }
}

/** The orders of a page where the list's statement does not find them itself. */
async function idsOfPage(
  reads: Reads,
  plantId: number,
  where: RawBuilder<unknown>,
  query: OrderQuery,
  now: Date,
): Promise<number[] | undefined> {
  const { sort, page = 1, pageSize = usualPageSize } = query
  const slice = { offset: (page - 1) * pageSize, limit: pageSize }
  if (sort === 'risk') return idsByRisk(reads, plantId, where, now, slice)
  if (page === 1 || !isPlain(query)) return undefined
  const rows = await readRows(reads, idsOf(where, sort, slice))
  return rows.map(({ id }) => id)
}

/** One order; fails with `not_found` when the plant has no such order. */
export async function oneOrder(reads: Reads, actor: Actor, id: string, now: Date): Promise<OrderRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [order] = await someOrders(reads, actor, where, 1, now)
  return order ?? fail('not_found')
}

/** Orders by their ids, in the same order; deleted ones are left out. */
export async function ordersByIds(
  reads: Reads,
  actor: Actor,
  ids: readonly number[],
  now: Date,
): Promise<OrderRow[]> {
  const where = sql`plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`
  const orders = await someOrders(reads, actor, where, ids.length, now)
  const byId = new Map(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => byId.get(String(id)) ?? [])
}

async function someOrders(
  reads: Reads,
  actor: Actor,
  where: RawBuilder<unknown>,
  most: number,
  now: Date,
): Promise<OrderRow[]> {
  const limit = sql`limit ${sql.lit(most)}`
  const parts = { plantId: actor.plantId, now, where, order: sorts.no, limit, keepsPlan: most === 1 }
  return viewsOf(await readRows(reads, ordersOf(parts)), actor)
}

function viewsOf(rows: readonly PageRow[], actor: Actor): OrderRow[] {
  const forecast = forecasts(rows)
  return rows.filter(isOrder).map((row) => orderView(row, actor, forecast(row)))
}

/** A word or date may be rare or common, so the planner must see its value. */
const isPlain = ({ q, dueFrom, dueTo }: OrderQuery): boolean =>
  searchPattern(q ?? '') === null && dueFrom === undefined && dueTo === undefined

const isOrder = <Row extends { readonly id: number | null }>(
  row: Row,
): row is Row & { readonly id: number } => row.id !== null

/**
 * The statement behind the list, one round trip.
 * @param ids the page’s orders in their order, where they are known already
 */
export function listOf(
  plantId: number,
  where: RawBuilder<unknown>,
  query: OrderQuery,
  now: Date,
  ids?: readonly number[],
) {
  const { page = 1, pageSize = usualPageSize } = query
  const sort = query.sort === undefined || query.sort === 'risk' ? 'dueOn' : query.sort
  const isSearch = searchPattern(query.q ?? '') !== null
  const keepsPlan = isPlain(query) && (page === 1 || ids !== undefined)
  const limit = sql`limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`
  return pageOf(
    { plantId, now, where, order: ids === undefined ? sorts[sort] : inOrderOf(ids), limit, keepsPlan },
    { sorted: sortedBy(sort), from: orderSource(sort), isSearch, ids },
  )
}

const inOrderOf = (ids: readonly number[]) => sql`array_position(${ids}::bigint[], o.id)`

export async function conditions(
  reads: Reads,
  plantId: number,
  query: OrderQuery,
  now: Date,
): Promise<RawBuilder<unknown>> {
  return allOf([
    sql`plant_id = ${plantId}`,
    anyOf('status', query.status),
    anyOf('priority', query.priority),
    query.projectId === undefined ? null : sql`project_id = ${query.projectId}`,
    query.dueFrom === undefined ? null : sql`due_on >= ${query.dueFrom}`,
    query.dueTo === undefined ? null : sql`due_on <= ${query.dueTo}`,
    query.late === undefined ? null : sql`due_on < ${todayOf(plantId, now)} and ${openOnes}`,
    query.held === undefined ? null : onHold,
    assigneeWhere(query.assigneeId),
    await searched(reads, plantId, query.q ?? ''),
  ])
}

function anyOf(column: 'status' | 'priority', words: readonly string[] | undefined) {
  if (words === undefined || words.length === 0) return null
  // Inlined, not bound: the planner must see that open statuses match the index of open orders.
  return sql`${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))})`
}

/** The words in the order itself, or in its project's number, name or customer. */
async function searched(reads: Reads, plantId: number, q: string): Promise<RawBuilder<unknown> | null> {
  const pattern = searchPattern(q)
  if (pattern === null) return null
  const projects = await reads
    .selectFrom('projects')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('search', 'like', pattern)
    .limit(1000)
    .execute()
  const ids = projects.map(({ id }) => id)
  if (ids.length === 0) return sql`search like ${pattern}`
  return sql`(search like ${pattern} or project_id = any(${ids}::bigint[]))`
}

/** Statuses of orders that are in production or should be. */
export const runningStatuses: readonly OrderStatus[] = ['released', 'in_production', 'on_hold']
/** Maximum number of running orders. */
const maxOrders = 500

/** Running orders as in their list, with forecasts; empty projects: all. */
export const runningOrders = (
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<OrderRow[]> =>
  someOrders(
    reads,
    systemActor(plantId),
    allOf([
      sql`plant_id = ${plantId}`,
      sql`status in (${sql.join(runningStatuses.map((status) => sql.lit(status)))})`,
      projectIds.length === 0 ? null : sql`project_id = any(${projectIds.map(Number)}::bigint[])`,
    ]),
    maxOrders,
    now,
  )

/** Ids of all orders that match, in their order, at most so many. */
export async function orderIds(
  reads: Reads,
  { plantId }: Actor,
  query: OrderQuery,
  now: Date,
  most: number,
): Promise<number[]> {
  const { sort } = query
  const where = await conditions(reads, plantId, query, now)
  if (sort === 'risk') return idsByRisk(reads, plantId, where, now, { offset: 0, limit: most })
  const rows = await readRows(reads, idsOf(where, sort, { offset: 0, limit: most }))
  return rows.map(({ id }) => id)
}

interface HitRow {
  readonly kind: 'project' | 'order' | 'mark' | 'piece'
  readonly id: number
  readonly code: string
  readonly name: string
  readonly order_id: number | null
  readonly project: string | null
  readonly status: string | null
}

/**
 * The search port of orders. Finds projects and orders by any part of number, name or customer, and marks and pieces by the prefix of their code. At
 * most `limit` of each kind; empty for an empty query or without `order.view`.
 */
export const ordersSearch =
  (reads: Reads) =>
  async (actor: Actor, q: string, limit: number): Promise<SearchHit[]> => {
    const pattern = searchPattern(q)
    if (pattern === null || !actor.tags.includes('order.view')) return []
    const rows = await readRows(reads, hits(actor.plantId, pattern, q, limit))
    return rows.map((row) => {
      const { kind, id, code, name, project, status } = row
      return { kind, id: String(id), code, name, project, status, path: pathOf(row) }
    })
  }

/** The web page of the hit. */
function pathOf({ kind, id, code, order_id: orderId }: HitRow): string {
  if (kind === 'project') return `/order/list?projectId=${id}`
  if (kind === 'order') return `/order/detail/${id}`
  return `/order/detail/${orderId}?part=${kind}s&q=${encodeURIComponent(code)}`
}

export function hits(plantId: number, pattern: string, q: string, limit: number) {
  const typed = prefixPattern(q)
  const upper = prefixPattern(q.toUpperCase())
  return sql<HitRow>`
    (select 'order' as kind, o.id, o.no as code, o.name, o.id as order_id, p.name as project, o.status from
      (select * from orders where plant_id = ${plantId} and search like ${pattern}
        order by updated_at desc, id desc limit ${limit}) o join projects p on p.id = o.project_id)
    union all
    (select 'project', id, code, name, null, null, null from projects
      where plant_id = ${plantId} and search like ${pattern} order by code limit ${limit})
    union all
    (select 'mark', m.id, m.mark, o.no, m.order_id, p.name, o.status from
      (select * from marks where plant_id = ${plantId} and (mark like ${typed} or mark like ${upper})
        order by mark limit ${limit}) m
      join orders o on o.id = m.order_id join projects p on p.id = o.project_id)
    union all
    (select 'piece', u.id, u.serial, o.no, u.order_id, p.name, u.status from
      (select * from pieces where plant_id = ${plantId} and (serial like ${typed} or serial like ${upper})
        order by serial limit ${limit}) u
      join orders o on o.id = u.order_id join projects p on p.id = o.project_id)`
}

type NamedRow = HitRow & { readonly kind: 'order' | 'mark'; readonly profile: string | null }

/** Orders and marks with exactly this code, the latest orders first; of a mark its last revision in each order. */
export const ordersByCode =
  (reads: Reads) =>
  async (actor: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    if (!actor.tags.includes('order.view')) return []
    const { plantId } = actor
    const rows = await readRows(
      reads,
      sql<NamedRow>`
        select 'order' as kind, o.id, o.no as code, o.name, o.id as order_id, p.name as project, o.status, null as profile
        from orders o join projects p on p.id = o.project_id where o.plant_id = ${plantId} and o.no = any(${spellings(code)})
        union all
        (select * from (
          select distinct on (m.order_id, m.mark) 'mark', m.id, m.mark, o.no, m.order_id, p.name, o.status, m.profile
          from marks m join orders o on o.id = m.order_id join projects p on p.id = o.project_id
          where m.plant_id = ${plantId} and m.mark = any(${spellings(code)})
          order by m.order_id, m.mark, m.revision desc) named
        order by order_id desc limit ${limit})`,
    )
    return rows.map((row) => {
      const { kind, id, name, project, status, profile } = row
      return { kind, id: String(id), code: row.code, name, project, status, profile, path: pathOf(row) }
    })
  }
