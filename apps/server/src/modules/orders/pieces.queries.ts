import type { ParamsOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { MarkRow, orderMarksApi, PartRow, PieceRow } from '@cloud-factory/contract/orders/order-marks'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { type MarkFacts, canChooseRoute, canHoldMark, canResumeMark } from './orders.policy.ts'
import { subjectHistory } from '../../platform/audit/history.queries.ts'

/** Content of a piece's QR code: prefix and format, the plant, the piece's tag. */
export const qrText = (plantId: number, tag: string): string => `CF1:${plantId}:${tag}`

type MarksApi = (typeof orderMarksApi)['GET /api/orders/:id/marks']
type PartsApi = (typeof orderMarksApi)['GET /api/marks/:id/parts']
type PiecesApi = (typeof orderMarksApi)['GET /api/orders/:id/pieces']

export const markSorts = bothWays({
  mark: ['mark', 'revision'],
  profile: ['profile', 'mark', 'revision'],
  quantity: ['quantity', 'mark', 'revision'],
  netKg: ['net_kg', 'mark', 'revision'],
  totalKg: ['total_kg', 'mark', 'revision'],
  lengthMm: ['length_mm', 'mark', 'revision'],
})
const partSorts = bothWays({ partMark: ['part_mark', 'id'] })
export const pieceSorts = bothWays({ serial: ['serial'], status: ['status', 'serial'] })

/** Marks of an order; fails with `not_found` when the plant has no such order. */
export async function listMarks(
  reads: Reads,
  actor: Actor,
  { id }: ParamsOf<MarksApi>,
  query: QueryOf<MarksApi>,
): Promise<ReplyOf<MarksApi>> {
  const where = allOf([sql`order_id = ${id}`, beginsWith('mark', query.q)])
  const [rows, sums] = await Promise.all([
    readRows(reads, marksOf(where, query)),
    readRows(
      reads,
      sql<{ total: number; pieces: number; weight_kg: number }>`
        select count(*) as total, coalesce(sum(quantity), 0) as pieces, coalesce(sum(total_kg), 0) as weight_kg
        from marks where ${where}`,
    ),
    requireOrder(reads, actor.plantId, id),
  ])
  const { total = 0, pieces = 0, weight_kg: weightKg = 0 } = sums[0] ?? {}
  return { items: rows.map((row) => markView(row, actor)), total, sums: { pieces, weightKg } }
}

export function marksOf(where: RawBuilder<unknown>, query: QueryOf<MarksApi>) {
  const order = markSorts[query.sort ?? 'mark']
  return sql<MarkReadRow>`
    with page as (select * from marks where ${where} order by ${order} ${limitOf(query)})
    select page.*, o.status as order_status, exists (select from pieces
      where pieces.mark_id = page.id and (pieces.steps_done > 0 or pieces.step_part > 0)) as started
    from page cross join lateral (select status from orders where orders.id = page.order_id) o
    order by ${order}`
}

/** One mark; fails with `not_found` when the plant has no such mark. */
export async function oneMark(reads: Reads, actor: Actor, id: string): Promise<MarkRow> {
  const rows = await readRows(reads, marksOf(sql`plant_id = ${actor.plantId} and id = ${id}`, {}))
  const row = rows[0] ?? fail('not_found')
  return markView(row, actor)
}

/** One piece; fails with `not_found` when the plant has no such piece. */
export async function onePiece(reads: Reads, plantId: number, id: string): Promise<PieceRow> {
  const rows = await readRows(reads, piecesOf(sql`plant_id = ${plantId} and id = ${id}`, {}))
  const row = rows[0] ?? fail('not_found')
  return pieceView(row, plantId)
}

/** Parts of one piece of a mark; fails with `not_found` when the plant has no such mark. */
export async function listParts(
  reads: Reads,
  plantId: number,
  { id }: ParamsOf<PartsApi>,
  query: QueryOf<PartsApi>,
): Promise<ReplyOf<PartsApi>> {
  const where = allOf([sql`mark_id = ${id}`, beginsWith('part_mark', query.q)])
  const [rows, counted, marks] = await Promise.all([
    readRows(reads, partsOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from parts where ${where}`),
    readRows(reads, sql`select from marks where plant_id = ${plantId} and id = ${id}`),
  ])
  if (marks.length === 0) fail('not_found')
  return { items: rows.map(partView), total: counted[0]?.total ?? 0 }
}

export function partsOf(where: RawBuilder<unknown>, query: QueryOf<PartsApi>) {
  return sql<PartReadRow>`
    select id, part_mark, profile, grade, length_mm, width_mm, quantity_per_mark, net_kg, gross_kg, area_m2, holes,
      is_main, is_assembly, geometry is not null as drawn
    from parts where ${where} order by ${partSorts[query.sort ?? 'partMark']} ${limitOf(query)}`
}

/** Pieces of an order, of which only some are meant; null: all. */
export const piecesWhere = (
  orderId: string,
  { status, q }: { readonly status?: readonly PieceStatus[] | undefined; readonly q?: string | undefined },
  among: RawBuilder<{ id: number }> | null,
): RawBuilder<unknown> =>
  allOf([
    sql`order_id = ${orderId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status})`,
    among === null ? null : sql`id in (${among})`,
    beginsWith('serial', q),
  ])

/** Pieces of an order, of which only some are meant; fails with `not_found` when the plant has no such order. */
export async function listPieces(
  reads: Reads,
  plantId: number,
  { id }: ParamsOf<PiecesApi>,
  query: QueryOf<PiecesApi>,
  among: RawBuilder<{ id: number }> | null = null,
): Promise<{ items: PieceRow[]; total: number }> {
  const where = allOf([
    piecesWhere(id, query, among),
    query.markId === undefined ? null : sql`mark_id = ${query.markId}`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, piecesOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from pieces where ${where}`),
    requireOrder(reads, plantId, id),
  ])
  return { items: rows.map((row) => pieceView(row, plantId)), total: counted[0]?.total ?? 0 }
}

interface PieceReadRow {
  readonly id: number
  readonly serial: string
  readonly tag: string
  readonly mark: string
  readonly status: PieceRow['status']
  readonly net_kg: number | null
  readonly holds: number
  readonly outer_id: number | null
  readonly outer_serial: string | null
}

export function piecesOf(where: RawBuilder<unknown>, query: QueryOf<PiecesApi>) {
  const order = pieceSorts[query.sort ?? 'serial']
  return sql<PieceReadRow>`
    with page as (select * from pieces where ${where} order by ${order} ${limitOf(query)})
    select page.id, page.serial, page.tag, page.status, page.net_kg, page.holds, marks.mark,
      built.id as outer_id, built.serial as outer_serial
    from page cross join lateral (select mark from marks where marks.id = page.mark_id) marks
      left join lateral (select o.id, o.serial from built_pieces b join pieces o on o.id = b.outer_id
        where b.piece_id = page.id) built on true
    order by ${order}`
}

type MarkReadRow = Selectable<Tables['marks']> & {
  readonly order_status: OrderStatus
  /** Work was reported on one of its pieces. */
  readonly started: boolean
}

/** Codes are found by how they begin, typed in either case. */
export function beginsWith(column: 'mark' | 'part_mark' | 'serial', q: string | undefined) {
  if (q === undefined || q === '') return null
  const code = sql.ref(column)
  return sql`(${code} like ${prefixPattern(q)} or ${code} like ${prefixPattern(q.toUpperCase())})`
}

export async function requireOrder(reads: Reads, plantId: number, id: string): Promise<void> {
  const rows = await readRows(reads, sql`select from orders where plant_id = ${plantId} and id = ${id}`)
  if (rows.length === 0) fail('not_found')
}

export function markView(row: MarkReadRow, { tags }: Actor): MarkRow {
  const facts: MarkFacts = { orderStatus: row.order_status, held: row.holds > 0, started: row.started }
  return {
    id: String(row.id),
    mark: row.mark,
    revision: row.revision,
    name: row.name,
    kind: row.kind,
    profile: row.profile,
    grade: row.grade,
    quantity: row.quantity,
    lengthMm: row.length_mm,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    areaM2: row.area_m2,
    totalKg: row.total_kg,
    weightSource: row.weight_source,
    drawingNo: row.drawing_no,
    phase: row.phase,
    parts: row.parts,
    routeId: row.route_id === null ? null : String(row.route_id),
    held: facts.held,
    can: {
      route: canChooseRoute(tags, facts),
      hold: canHoldMark(tags, facts),
      resume: canResumeMark(tags, facts),
    },
  }
}

type PartReadRow = Omit<Selectable<Tables['parts']>, 'geometry'> & { readonly drawn: boolean }

function partView(row: PartReadRow): PartRow {
  return {
    id: String(row.id),
    partMark: row.part_mark,
    profile: row.profile,
    grade: row.grade,
    lengthMm: row.length_mm,
    widthMm: row.width_mm,
    quantityPerMark: row.quantity_per_mark,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    areaM2: row.area_m2,
    holes: row.holes,
    drawn: row.drawn,
    isMain: row.is_main,
    isAssembly: row.is_assembly === true,
  }
}

export const pieceView = (row: PieceReadRow, plantId: number): PieceRow => ({
  id: String(row.id),
  serial: row.serial,
  mark: row.mark,
  status: row.status,
  netKg: row.net_kg,
  held: row.holds > 0,
  qr: qrText(plantId, row.tag),
  builtInto: row.outer_id === null ? null : { id: String(row.outer_id), serial: row.outer_serial ?? '' },
})

type HistoryApi = (typeof ordersApi)['GET /api/orders/:id/history']

/** Who changed what on an order, newest first unless asked; fails with `not_found` when the plant has no such order. */
export async function orderHistory(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  const [page] = await Promise.all([
    subjectHistory(reads, { plantId, kind: 'order', id }, query),
    requireOrder(reads, plantId, id),
  ])
  return page
}
