import type { ParamsOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi, NdtRequest, NdtResult } from '@cloud-factory/contract/welding/ndt'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, countOf, limitOf } from '../../platform/db/list-page.ts'
import {
  lineView,
  type LineRow,
  type RequestRow,
  requestView,
  type ResultRow,
  resultView,
} from './ndt-view.ts'
import { planOf } from './ndt-settings.ts'

/** Repairs of one weld that its project allows: the same setting that non-conformance reports ask. */
export async function repairLimit(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  projectId: number,
): Promise<number> {
  const limits = await orders.repairLimits(reads, plantId, [projectId])
  return limits.get(projectId) ?? fail('not_found')
}

type Api = typeof ndtApi
type RequestsApi = Api['GET /api/ndt/requests']
type RequestsQuery = QueryOf<RequestsApi>
type LinesApi = Api['GET /api/ndt/requests/:id/welds']

const sorts = bothWays({ no: ['no', 'id'], createdAt: ['created_at', 'id'] })

/** One page of requests. */
export async function listRequests(
  reads: Reads,
  actor: Actor,
  query: RequestsQuery,
): Promise<ReplyOf<RequestsApi>> {
  const where = requestsWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, requestsOf(where, query), sql`ndt_requests`, where)
  return { items: rows.map((row) => requestView(row, actor)), total }
}

export function requestsWhere(plantId: number, query: RequestsQuery): RawBuilder<unknown> {
  const { status, method, orderId } = query
  const pattern = searchPattern(query.q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status}::text[])`,
    method === undefined || method.length === 0 ? null : sql`method = any(${method}::text[])`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

export function requestsOf(
  where: RawBuilder<unknown>,
  query: Pick<RequestsQuery, 'page' | 'pageSize' | 'sort'>,
) {
  const order = sorts[query.sort ?? '-createdAt']
  return sql<RequestRow>`
    with page as (select * from ndt_requests where ${where} order by ${order} ${limitOf(query)})
    select page.*, w.welds, t.done, t.failed from page
    cross join lateral (select count(*)::int as welds from ndt_request_welds where request_id = page.id) w
    cross join lateral (
      select count(*)::int as done, (count(*) filter (where verdict = 'fail'))::int as failed
      from ndt_results where request_id = page.id and undone_at is null
    ) t order by ${order}`
}

/** One request; fails with `not_found` when the plant has no such request. */
export async function oneRequest(reads: Reads, actor: Actor, id: string): Promise<NdtRequest> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, requestsOf(where, { pageSize: 1 }))
  return row === undefined ? fail('not_found') : requestView(row, actor)
}

const lineSorts = bothWays({ serial: ['w.serial', 'w.no', 'w.id'] })

/** Welds of a request with their results. */
export async function listLines(
  reads: Reads,
  actor: Actor,
  { id }: ParamsOf<LinesApi>,
  query: QueryOf<LinesApi> & { readonly weldId?: string },
): Promise<ReplyOf<LinesApi>> {
  const request = await oneRequest(reads, actor, id)
  const plan = await planOf(reads, actor.plantId)
  const lines = linesOf(actor.plantId, id, query)
  const [rows, counted] = await Promise.all([readRows(reads, lines.rows), readRows(reads, lines.count)])
  return { items: rows.map((row) => lineView(row, request, plan, actor)), total: counted[0]?.total ?? 0 }
}

/** A page of the welds of a request, and how many they are. */
export function linesOf(
  plantId: number,
  id: string,
  query: QueryOf<LinesApi> & { readonly weldId?: string },
) {
  const pattern = searchPattern(query.q ?? '')
  const order = lineSorts[query.sort ?? 'serial']
  const from = sql`ndt_request_welds l join welds w on w.id = l.weld_id`
  const where = allOf([
    sql`l.plant_id = ${plantId}`,
    sql`l.request_id = ${id}`,
    query.weldId === undefined ? null : sql`l.weld_id = ${query.weldId}`,
    pattern === null ? null : sql`w.search like ${pattern}`,
  ])
  const rows = sql<LineRow>`
    select w.*, to_jsonb(r) as result from (
      select w.*, l.closed from ${from} where ${where} order by ${order} ${limitOf(query)}
    ) w
    left join ndt_results r on r.request_id = ${id} and r.weld_id = w.id and r.undone_at is null
    order by ${order}`
  return { rows, count: countOf(from, where) }
}

const results = sql`select r.*, q.no as request_no from ndt_results r join ndt_requests q on q.id = r.request_id`

export async function oneResult(reads: Reads, actor: Actor, id: string): Promise<NdtResult> {
  const [row] = await readRows(
    reads,
    sql<ResultRow>`${results} where r.plant_id = ${actor.plantId} and r.id = ${id}`,
  )
  return row === undefined ? fail('not_found') : resultView(row, actor)
}

export const resultsOfWeld = (plantId: number, weldId: string) =>
  sql<ResultRow>`${results} where r.plant_id = ${plantId} and r.weld_id = ${weldId} order by r.id desc limit 100`

/** Results and repairs of a weld, newest first. */
export async function testsOfWeld(
  reads: Reads,
  actor: Actor,
  orders: OrdersPort,
  id: string,
): Promise<ReplyOf<Api['GET /api/welds/:id/tests']>> {
  const { plantId } = actor
  const [welds, tested, repaired] = await Promise.all([
    readRows(
      reads,
      sql<{ project_id: number }>`select project_id from welds where plant_id = ${plantId} and id = ${id}`,
    ),
    readRows(reads, resultsOfWeld(plantId, id)),
    readRows(
      reads,
      sql<RepairRow>`
        select p.id, p.number, p.repaired_at, p.created_by_name, p.note, (
          select coalesce(array_agg(w.code || ' ' || w.name order by w.code), '{}') from welders w
          where w.id = any(p.welder_ids)) as welders
        from weld_repairs p where p.plant_id = ${plantId} and p.weld_id = ${id} order by p.number desc`,
    ),
  ])
  const [weld] = welds
  if (weld === undefined) return fail('not_found')
  return {
    results: tested.map((row) => resultView(row, actor)),
    repairs: repaired.map((row) => ({
      id: String(row.id),
      number: row.number,
      repairedAt: row.repaired_at.toISOString(),
      by: row.created_by_name,
      welders: row.welders,
      note: row.note,
    })),
    repairLimit: await repairLimit(reads, plantId, orders, weld.project_id),
  }
}

interface RepairRow {
  readonly id: number
  readonly number: number
  readonly repaired_at: Date
  readonly created_by_name: string
  readonly note: string
  readonly welders: string[]
}
