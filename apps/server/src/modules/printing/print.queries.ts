import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { LabelRow, orderPrintApi, TravellerRow } from '@cloud-factory/contract/printing/order-print'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { type QualityGates, withDemands } from '../production/public.ts'
import { uncounted, requireOrder, qrText } from '../orders/public.ts'

type LabelsApi = (typeof orderPrintApi)['GET /api/orders/:id/labels']
type TravellersApi = (typeof orderPrintApi)['GET /api/orders/:id/travellers']
type Query = QueryOf<LabelsApi> | QueryOf<TravellersApi>

const labelSorts = bothWays({ serial: ['serial'] })
const travellerSorts = bothWays({ mark: ['mark', 'revision'] })
/** A traveller lists parts until its sheet is full; the drawing has them all. */
const maxParts = 100

/** The pieces chosen; `null` stands for "whatever it is". */
function pieceConditions(orderId: string, query: Query): readonly (RawBuilder<unknown> | null)[] {
  const { markIds = [], pieceIds = [], productionLotId, status = [] } = query
  return [
    sql`order_id = ${orderId}`,
    sql`status <> all(${[...uncounted]})`,
    markIds.length === 0 ? null : sql`mark_id = any(${markIds}::bigint[])`,
    pieceIds.length === 0 ? null : sql`id = any(${pieceIds}::bigint[])`,
    productionLotId === undefined ? null : sql`batch_id = ${productionLotId}`,
    status.length === 0 ? null : sql`status = any(${status})`,
  ]
}

/** Pieces of an order as labels say them, each with what it still lacks; fails with `not_found` when the plant has no such order. */
export async function listLabels(
  deps: Pick<QualityGates, 'conformity'> & { readonly reads: Reads },
  plantId: number,
  orderId: string,
  query: QueryOf<LabelsApi>,
): Promise<ReplyOf<LabelsApi>> {
  const { reads } = deps
  const where = allOf([...pieceConditions(orderId, query), beginsWith('serial', query.q)])
  const [rows, counted] = await Promise.all([
    readRows(reads, labelsOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from pieces where ${where}`),
    requireOrder(reads, plantId, orderId),
  ])
  const labels = rows.map((row) => labelView(row, plantId))
  return { items: await withDemands(deps, plantId, labels), total: counted[0]?.total ?? 0 }
}

type LabelReadRow = Omit<LabelRow, 'id' | 'markId' | 'qr' | 'missing'> & {
  readonly id: number
  readonly markId: number
  readonly tag: string
}

export function labelsOf(where: RawBuilder<unknown>, query: QueryOf<LabelsApi>) {
  const order = labelSorts[query.sort ?? 'serial']
  return sql<LabelReadRow>`
    with page as (select * from pieces where ${where} order by ${order} ${limitOf(query)})
    select page.id, page.serial, page.tag, page.net_kg as "netKg", page.mark_id as "markId", m.mark, m.revision,
      m.name, m.profile, m.grade, m.length_mm as "lengthMm", m.drawing_no as "drawingNo", m.phase,
      (select no from batches where batches.id = page.batch_id) as "productionLot"
    from page cross join lateral (select * from marks where marks.id = page.mark_id) m
    order by ${order}`
}

function labelView({ tag, ...row }: LabelReadRow, plantId: number): Omit<LabelRow, 'missing'> {
  return { ...row, id: String(row.id), markId: String(row.markId), qr: qrText(plantId, tag) }
}

/** Marks of an order that have a chosen piece; fails with `not_found` when the plant has no such order. */
export async function listTravellers(
  reads: Reads,
  plantId: number,
  orderId: string,
  query: QueryOf<TravellersApi>,
): Promise<ReplyOf<TravellersApi>> {
  const pieces = allOf(pieceConditions(orderId, query))
  const where = allOf([
    sql`order_id = ${orderId}`,
    sql`id in (select mark_id from pieces where ${pieces})`,
    beginsWith('mark', query.q),
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, travellersOf(where, query, plantId)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from marks where ${where}`),
    requireOrder(reads, plantId, orderId),
  ])
  return { items: rows.map((row) => ({ ...row, id: String(row.id) })), total: counted[0]?.total ?? 0 }
}

type TravellerReadRow = Omit<TravellerRow, 'id'> & { readonly id: number }

export function travellersOf(where: RawBuilder<unknown>, query: QueryOf<TravellersApi>, plantId: number) {
  const order = travellerSorts[query.sort ?? 'mark']
  return sql<TravellerReadRow>`
    with page as (select * from marks where ${where} order by ${order} ${limitOf(query)})
    select page.id, page.mark, page.revision, page.name, page.kind, page.profile, page.grade, page.quantity,
      page.length_mm as "lengthMm", page.net_kg as "netKg", page.drawing_no as "drawingNo", page.phase,
      page.parts as "partsTotal",
      case when r.id is not null then jsonb_build_object('code', r.code, 'names', r.names) end as route,
      (select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'names', p.names, 'kind', p.kind, 'gate', p.gate)
        order by s.position), '[]')
        from route_steps s join processes p on p.id = s.process_id where s.route_id = r.id) as steps,
      (select coalesce(jsonb_agg(jsonb_build_object('partMark', x.part_mark, 'profile', x.profile, 'grade', x.grade,
        'lengthMm', x.length_mm, 'quantityPerMark', x.quantity_per_mark, 'netKg', x.net_kg)
        order by x.is_main desc, x.part_mark), '[]')
        from (select * from parts where mark_id = page.id order by is_main desc, part_mark limit ${maxParts}) x) as parts
    from page left join lateral (
      select * from routes where plant_id = ${plantId}
        and (id = page.route_id or (page.route_id is null and active and page.kind = any(kinds)))
      order by id limit 1) r on true
    order by ${order}`
}

/** Codes are found by how they begin, typed in either case. */
function beginsWith(column: 'mark' | 'serial', q: string | undefined): RawBuilder<unknown> | null {
  if (q === undefined || q === '') return null
  const code = sql.ref(column)
  return sql`(${code} like ${prefixPattern(q)} or ${code} like ${prefixPattern(q.toUpperCase())})`
}
