import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-rows'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import { type RawBuilder, sql } from 'kysely'
import type { QualityProcess, OrdersPort } from '../quality-records/public.ts'
import type { StoredInspection } from './inspection-parts.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'

export function inspectionView(row: StoredInspection, processes: readonly QualityProcess[]): InspectionRow {
  const process = processes.find(({ id }) => id === row.process_id)
  return {
    id: String(row.id),
    no: row.no,
    stage: row.stage,
    status: row.status,
    verdict: row.verdict,
    standardCode: row.standard_code,
    editionNo: row.edition_no,
    shape: row.shape as InspectionRow['shape'],
    order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
    mark: row.mark,
    process:
      process === undefined ? null : { id: String(process.id), code: process.code, names: process.names },
    isHoldPoint: row.is_hold_point,
    pieces: row.pieces,
    inspector: row.inspector_name,
    judge: row.judge_name,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

type ListApi = (typeof inspectionsApi)['GET /api/inspections']
type ListQuery = QueryOf<ListApi>

const sorts = {
  no: sql`no, id`,
  '-no': sql`no desc, id desc`,
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at desc, id desc`,
}

/** One page of inspections, the latest first unless sorted otherwise. */
export async function listInspections(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  actor: Actor,
  query: ListQuery,
): Promise<ReplyOf<ListApi>> {
  const where = inspectionsWhere(actor.plantId, query)
  const [rows, counted, processes] = await Promise.all([
    readRows(reads, inspectionsOf(where, query)),
    readRows(reads, countOf(sql`inspections`, where)),
    orders.processes(reads, actor.plantId),
  ])
  return { items: rows.map((row) => inspectionView(row, processes)), total: counted[0]?.total ?? 0 }
}

/** In the order of their numbers. */
export async function inspectionsByIds(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  actor: Actor,
  ids: readonly number[],
): Promise<InspectionRow[]> {
  if (ids.length === 0) return []
  const where = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
  const rows = await readRows(reads, inspectionsOf(where, { pageSize: ids.length, sort: 'no' }))
  const processes = await orders.processes(reads, actor.plantId)
  return rows.map((row) => inspectionView(row, processes))
}

export const inspectionsOf = (where: RawBuilder<unknown>, query: ListQuery) =>
  sql<StoredInspection>`
    select * from inspections where ${where} order by ${sorts[query.sort ?? '-createdAt']} ${limitOf(query)}`

export function inspectionsWhere(plantId: number, query: ListQuery): RawBuilder<unknown> {
  const { q, orderId, processId, pieceId } = query
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    oneOf(sql`status`, query.status),
    oneOf(sql`verdict`, query.verdict),
    oneOf(sql`stage`, query.stage),
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    processId === undefined ? null : sql`process_id = ${processId}`,
    pieceId === undefined
      ? null
      : sql`id in (select inspection_id from inspection_pieces where piece_id = ${pieceId} and plant_id = ${plantId})`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

const oneOf = (column: RawBuilder<unknown>, words: readonly string[] | undefined) =>
  words === undefined || words.length === 0 ? null : sql`${column} = any(${[...words]}::text[])`
