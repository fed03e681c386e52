import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { PackageRow, PackedPiece, packagesApi } from '@cloud-factory/contract/shipping/packages'
import type { ParamsOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { packageCan } from './shipping.policy.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern, searchPattern, spellings } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { qrText } from '../orders/public.ts'

/** A package as its list reads it, joined with order, project and delivery. */
interface PackageReadRow {
  readonly id: number
  readonly no: string
  readonly order_id: number
  readonly order_no: string
  readonly order_status: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly delivery_id: number | null
  readonly delivery_no: string | null
  readonly status: PackageRow['status']
  readonly max_kg: number | null
  readonly max_length_mm: number | null
  readonly max_width_mm: number | null
  readonly max_height_mm: number | null
  readonly packing_kg: number
  readonly weighed_kg: number | null
  readonly note: string | null
  readonly pieces: number
  readonly bolts: number
  readonly unweighed: number
  readonly net_kg: number
  readonly gross_kg: number
  readonly closed_at: Date | null
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

function packageView(row: PackageReadRow, actor: Actor): PackageRow {
  const { delivery_id: deliveryId, delivery_no: deliveryNo } = row
  return {
    id: String(row.id),
    no: row.no,
    order: { id: String(row.order_id), no: row.order_no },
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    delivery: deliveryId === null ? null : { id: String(deliveryId), no: deliveryNo ?? '' },
    status: row.status,
    maxKg: row.max_kg,
    maxLengthMm: row.max_length_mm,
    maxWidthMm: row.max_width_mm,
    maxHeightMm: row.max_height_mm,
    packingKg: row.packing_kg,
    weighedKg: row.weighed_kg,
    note: row.note,
    pieces: row.pieces,
    bolts: row.bolts,
    unweighed: row.unweighed,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    closedAt: row.closed_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: packageCan(actor.tags, {
      status: row.status,
      pieces: row.pieces,
      bolts: row.bolts,
      onDelivery: deliveryId !== null,
      orderStatus: row.order_status,
    }),
  }
}

type PackagesApi = (typeof packagesApi)['GET /api/packages']
type PiecesApi = (typeof packagesApi)['GET /api/packages/:id/pieces']
type PackagesQuery = QueryOf<PackagesApi>

const sorts = bothWays({
  no: ['no', 'id'],
  status: ['status', 'updated_at', 'id'],
  netKg: ['net_kg', 'id'],
  updatedAt: ['updated_at', 'id'],
})

/** One page of packages and how many match. */
export async function listPackages(
  reads: Reads,
  actor: Actor,
  query: PackagesQuery,
): Promise<ReplyOf<PackagesApi>> {
  const where = packagesWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, packagesOf(where, query), sql`packages`, where)
  return { items: rows.map((row) => packageView(row, actor)), total }
}

/** One package; fails with `not_found` when the plant has no such package. */
export async function onePackage(reads: Reads, actor: Actor, id: string): Promise<PackageRow> {
  const [row] = await packagesByIds(reads, actor, [Number(id)])
  return row ?? fail('not_found')
}

/** In the order of their numbers. */
export async function packagesByIds(
  reads: Reads,
  actor: Actor,
  ids: readonly number[],
): Promise<PackageRow[]> {
  const where = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
  const rows = await readRows(reads, packagesOf(where, { pageSize: ids.length, sort: 'no' }))
  return rows.map((row) => packageView(row, actor))
}

export function packagesOf(where: RawBuilder<unknown>, query: PackagesQuery) {
  const order = sorts[query.sort ?? '-updatedAt']
  return sql<PackageReadRow>`
    with page as (select * from packages where ${where} order by ${order} ${limitOf(query)})
    select page.*, o.order_no, o.order_status, o.project_id, p.project_code, p.project_name, d.delivery_no
    from page
    join (select id as oid, no as order_no, status as order_status, project_id from orders) o on o.oid = page.order_id
    join (select id as pid, code as project_code, name as project_name from projects) p on p.pid = o.project_id
    left join (select id as did, no as delivery_no from deliveries) d on d.did = page.delivery_id
    order by ${order}`
}

export function packagesWhere(plantId: number, query: PackagesQuery): RawBuilder<unknown> {
  const { q, status, orderId, projectId, deliveryId, loose } = query
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status}::text[])`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    projectId === undefined
      ? null
      : sql`order_id in (select id from orders where plant_id = ${plantId} and project_id = ${projectId})`,
    deliveryId === undefined ? null : sql`delivery_id = ${deliveryId}`,
    loose === undefined ? null : sql`delivery_id is null`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

const pieceSorts = bothWays({ serial: ['p.serial', 'p.id'] })

/** Pieces in a package; fails with `not_found` when the plant has no such package. */
export async function listPackedPieces(
  reads: Reads,
  plantId: number,
  { id }: ParamsOf<PiecesApi>,
  query: QueryOf<PiecesApi>,
): Promise<ReplyOf<PiecesApi>> {
  const from = sql`package_pieces pp join pieces p on p.id = pp.piece_id`
  const where = allOf([sql`pp.plant_id = ${plantId}`, sql`pp.package_id = ${id}`, serialBegins(query.q)])
  const [{ rows, total }, packs] = await Promise.all([
    countedPage(reads, packedPiecesOf(from, where, query), from, where),
    readRows(reads, sql`select from packages where plant_id = ${plantId} and id = ${id}`),
  ])
  if (packs.length === 0) fail('not_found')
  return { items: rows.map((row) => packedView(row, plantId)), total }
}

export interface PackedReadRow {
  readonly id: number
  readonly serial: string
  readonly tag: string
  readonly mark: string
  readonly name: string
  readonly profile: string
  readonly status: PackedPiece['status']
  readonly net_kg: number | null
  readonly length_mm: number | null
  readonly width_mm: number | null
  readonly height_mm: number | null
}

export const packedColumns = sql`p.id, p.serial, p.tag, p.status, p.net_kg, m.mark, m.name, m.profile, m.length_mm,
  m.width_mm, m.height_mm`

/** One page of pieces `p` out of a joined table. */
export function packedPiecesOf(
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  query: QueryOf<PiecesApi>,
) {
  const order = pieceSorts[query.sort ?? 'serial']
  return sql<PackedReadRow>`
    select ${packedColumns} from (select p.* from ${from} where ${where} order by ${order} ${limitOf(query)}) p
    join marks m on m.id = p.mark_id order by ${order}`
}

export function serialBegins(q: string | undefined): RawBuilder<unknown> | null {
  if (q === undefined || q === '') return null
  return sql`(p.serial like ${prefixPattern(q)} or p.serial like ${prefixPattern(q.toUpperCase())})`
}

export const packedView = (row: PackedReadRow, plantId: number): PackedPiece => ({
  id: String(row.id),
  serial: row.serial,
  mark: row.mark,
  qr: qrText(plantId, row.tag),
  name: row.name,
  profile: row.profile,
  status: row.status,
  netKg: row.net_kg,
  lengthMm: row.length_mm,
  widthMm: row.width_mm,
  heightMm: row.height_mm,
})

interface NamedRow {
  readonly kind: 'package' | 'delivery'
  readonly id: number
  readonly code: string
  readonly name: string
  readonly project: string
  readonly status: string
}

/** The package and the delivery with this number. */
export const shippedByCode =
  (reads: Reads) =>
  async (actor: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    if (!actor.tags.includes('order.view')) return []
    const { plantId } = actor
    const rows = await readRows(
      reads,
      sql<NamedRow>`
        select 'package' as kind, k.id, k.no as code, o.no as name, p.name as project, k.status
        from packages k join orders o on o.id = k.order_id join projects p on p.id = o.project_id
        where k.plant_id = ${plantId} and k.no = any(${spellings(code)})
        union all
        select 'delivery', d.id, d.no, d.consignee, p.name, d.status from deliveries d join projects p on p.id = d.project_id
        where d.plant_id = ${plantId} and d.no = any(${spellings(code)}) limit ${limit}`,
    )
    return rows.map((row) => ({
      ...row,
      id: String(row.id),
      profile: null,
      path: `/order/${row.kind}/${row.id}`,
    }))
  }
