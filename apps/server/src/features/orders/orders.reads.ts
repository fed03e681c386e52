import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { OrderRow, ordersApi } from '@cloud-factory/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from './list-page.ts'
import { openStatuses } from './orders.rules.ts'
import { type OrderReadRow, orderView } from './order-view.ts'
import { forecastsOf } from './production/forecast.reads.ts'

type ListApi = (typeof ordersApi)['GET /api/orders']
type OrderQuery = QueryOf<ListApi>

/** Matches are counted and summed up to here: a list of everything answers as fast as a narrow one. */
export const countedAtMost = 1000

const sorts = {
  ...bothWays({
    no: ['no'],
    dueOn: ['due_on', 'id'],
    priority: ['priority', 'id'],
    status: ['stage', 'id'],
    weightKg: ['weight_kg', 'id'],
    pieces: ['pieces', 'id'],
    progress: ['progress', 'id'],
    updatedAt: ['updated_at', 'id'],
    createdAt: ['created_at', 'id'],
  }),
  '-dueOn': sql.raw('due_on desc nulls last, id desc'),
}

/** Today in the plant's time zone. */
const todayOf = (plantId: number, now: Date) =>
  sql<string>`(select (${now}::timestamptz at time zone time_zone)::date from plants where id = ${plantId})`

const onHold = sql`(held_pieces > 0 or status = 'on_hold')`
const openOnes = sql`status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`

/** One page of orders, with how many match and what they weigh; `now` decides what is late. */
export async function listOrders(
  reads: Reads,
  actor: Actor,
  query: OrderQuery,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const where = await conditions(reads, actor.plantId, query, now)
  const rows = await readRows(reads, pageOf(actor.plantId, where, query, now))
  const { total = 0, sum_pieces: pieces = 0, sum_kg: weightKg = 0, sum_left: leftKg = 0 } = rows[0] ?? {}
  const orders = rows.filter(isOrder)
  const forecast = await forecastsOf(reads, actor.plantId, orders)
  return {
    items: orders.map((row) => orderView(row, actor, forecast(row))),
    total: Math.min(total, countedAtMost),
    sums: total <= countedAtMost ? { pieces, weightKg, leftKg } : null,
  }
}

/** One order; refuses with `not_found` when the plant has no such order. */
export async function oneOrder(reads: Reads, actor: Actor, id: string, now: Date): Promise<OrderRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const rows = await readRows(reads, pageOf(actor.plantId, where, { pageSize: 1 }, now))
  const row = rows.find(isOrder) ?? refuse('not_found')
  const forecast = await forecastsOf(reads, actor.plantId, [row])
  return orderView(row, actor, forecast(row))
}

/** Orders by their ids, in the order of the ids; those that are gone are left out. */
export async function ordersByIds(
  reads: Reads,
  actor: Actor,
  ids: readonly number[],
  now: Date,
): Promise<OrderRow[]> {
  const where = sql`plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`
  const rows = await readRows(reads, pageOf(actor.plantId, where, { pageSize: ids.length, sort: 'no' }, now))
  const orders = rows.filter(isOrder)
  const forecast = await forecastsOf(reads, actor.plantId, orders)
  const byId = new Map(orders.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [orderView(row, actor, forecast(row))]
  })
}

/** Ids of all orders that match, in their order: one statement, so that nothing is missed or met twice. */
export function idsOf(where: RawBuilder<unknown>, sort: OrderQuery['sort'], most: number) {
  return sql<{ id: number }>`
    select id from orders where ${where} order by ${sorts[sort ?? 'dueOn']} limit ${most}`
}

interface Sums {
  readonly total: number
  readonly sum_pieces: number
  readonly sum_kg: number
  readonly sum_left: number
}
/** A page without orders is one row that has the sums only. */
type PageRow = (OrderReadRow | { readonly id: null }) & Sums

const isOrder = (row: PageRow): row is OrderReadRow & Sums => row.id !== null

/**
 * The statement behind the list, one round trip: the page is cut out before the projects are looked up, and the sums
 * of all matches stand beside each of its rows.
 */
export function pageOf(plantId: number, where: RawBuilder<unknown>, query: OrderQuery, now: Date) {
  const order = sorts[query.sort ?? 'dueOn']
  return sql<PageRow>`
    with page as (select * from orders where ${where} order by ${order} ${limitOf(query)}),
    sums as (
      select count(*) as total, coalesce(sum(pieces), 0) as sum_pieces, coalesce(sum(weight_kg), 0) as sum_kg,
        round(coalesce(sum(weight_kg * (1 - progress)), 0), 3) as sum_left
      from (select pieces, weight_kg, progress from orders where ${where} limit ${countedAtMost + 1}) matches
    )
    select page.id, page.no, page.name, page.project_id, project_code, project_name, customer, page.customer_po, page.status, page.priority,
      page.due_on, page.contract_tonnes, page.note, page.marks, page.pieces, page.weight_kg,
      page.pieces_by_status, page.progress, page.by_process, page.held_pieces, page.open_ncrs, page.updated_at, page.updated_by_name, page.version,
      ${todayOf(plantId, now)} as today, sums.total, sums.sum_pieces, sums.sum_kg, sums.sum_left
    from sums left join page on true left join (
      select id as project_id, code as project_code, name as project_name, customer from projects
    ) projects on projects.project_id = page.project_id
    order by ${order}`
}

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
    await searched(reads, plantId, query.q ?? ''),
  ])
}

function anyOf(column: 'status' | 'priority', words: readonly string[] | undefined) {
  if (words === undefined || words.length === 0) return null
  // Written out, not bound: the planner must see that open states fit the index of open orders.
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
