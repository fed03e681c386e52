import type { DeliveryRow, DeliveryPiece, deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import type { ParamsOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { deliveryCan, differenceOf, differs } from './shipping.policy.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { packedColumns, packedView, type PackedReadRow, serialBegins } from './packages.queries.ts'

/** A delivery as its list reads it, joined with its project. */
interface DeliveryReadRow {
  readonly id: number
  readonly no: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly customer: string
  readonly status: DeliveryRow['status']
  readonly truck_plate: string
  readonly driver: string | null
  readonly driver_phone: string | null
  readonly consignee: string
  readonly address: string
  readonly planned_on: string | null
  readonly alarm_percent: number
  readonly alarm_kg: number
  readonly note: string | null
  readonly packages: number
  readonly pieces: number
  readonly net_kg: number
  readonly gross_kg: number
  readonly tare_kg: number | null
  readonly weighbridge_kg: number | null
  readonly weighed_kg: number | null
  readonly difference_reason: string | null
  readonly sent_at: Date | null
  readonly sent_by_name: string | null
  readonly received_at: Date | null
  readonly received_by: string | null
  readonly receipt_note: string | null
  readonly signature_sha256: string | null
  readonly missing: number
  readonly found: number
  readonly damaged: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

function deliveryView(row: DeliveryReadRow, actor: Actor): DeliveryRow {
  const weighing = {
    grossKg: row.gross_kg,
    weighedKg: row.weighed_kg,
    alarmPercent: row.alarm_percent,
    alarmKg: row.alarm_kg,
  }
  return {
    id: String(row.id),
    no: row.no,
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    customer: row.customer,
    status: row.status,
    truckPlate: row.truck_plate,
    driver: row.driver,
    driverPhone: row.driver_phone,
    consignee: row.consignee,
    address: row.address,
    plannedOn: row.planned_on,
    alarmPercent: row.alarm_percent,
    alarmKg: row.alarm_kg,
    note: row.note,
    packages: row.packages,
    pieces: row.pieces,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    tareKg: row.tare_kg,
    weighbridgeKg: row.weighbridge_kg,
    weighedKg: row.weighed_kg,
    differenceKg: differenceOf(weighing),
    differs: differs(weighing),
    differenceReason: row.difference_reason,
    sentAt: row.sent_at?.toISOString() ?? null,
    sentBy: row.sent_by_name,
    receivedAt: row.received_at?.toISOString() ?? null,
    receivedBy: row.received_by,
    receiptNote: row.receipt_note,
    hasSignature: row.signature_sha256 !== null,
    missing: row.missing,
    found: row.found,
    damaged: row.damaged,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: deliveryCan(actor.tags, {
      status: row.status,
      packages: row.packages,
      truckPlate: row.truck_plate,
      stillMissing: row.missing - row.found,
    }),
  }
}

type DeliveriesApi = (typeof deliveriesApi)['GET /api/deliveries']
type PiecesApi = (typeof deliveriesApi)['GET /api/deliveries/:id/pieces']
type DeliveriesQuery = QueryOf<DeliveriesApi>

const sorts = bothWays({
  no: ['no', 'id'],
  status: ['status', 'updated_at', 'id'],
  plannedOn: ['planned_on', 'id'],
  sentAt: ['sent_at', 'id'],
  updatedAt: ['updated_at', 'id'],
})

/** One page of deliveries and how many match. */
export async function listDeliveries(
  reads: Reads,
  actor: Actor,
  query: DeliveriesQuery,
): Promise<ReplyOf<DeliveriesApi>> {
  const where = deliveriesWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, deliveriesOf(where, query), sql`deliveries`, where)
  return { items: rows.map((row) => deliveryView(row, actor)), total }
}

/** One delivery; fails with `not_found` when the plant has no such delivery. */
export async function oneDelivery(reads: Reads, actor: Actor, id: string): Promise<DeliveryRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, deliveriesOf(where, { pageSize: 1 }))
  return row === undefined ? fail('not_found') : deliveryView(row, actor)
}

export function deliveriesOf(where: RawBuilder<unknown>, query: DeliveriesQuery) {
  const order = sorts[query.sort ?? '-updatedAt']
  return sql<DeliveryReadRow>`
    with page as (select * from deliveries where ${where} order by ${order} ${limitOf(query)})
    select page.*, p.project_code, p.project_name, p.customer from page
    join (select id as pid, code as project_code, name as project_name, customer from projects) p
      on p.pid = page.project_id
    order by ${order}`
}

export function deliveriesWhere(plantId: number, query: DeliveriesQuery): RawBuilder<unknown> {
  const { q, status, projectId, orderId } = query
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status}::text[])`,
    projectId === undefined ? null : sql`project_id = ${projectId}`,
    orderId === undefined
      ? null
      : sql`id in (select delivery_id from packages where order_id = ${orderId} and delivery_id is not null)`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

interface DeliveryPieceRow extends PackedReadRow {
  readonly package_id: number
  readonly package_no: string
  readonly kind: 'missing' | 'damaged' | null
  readonly note: string | null
  readonly found_at: Date | null
  readonly found_by_name: string | null
  readonly found_note: string | null
}

const pieceSorts = bothWays({ serial: ['package_no', 'p.serial', 'p.id'] })

/** Pieces on a delivery, package after package; fails with `not_found` when the plant has no such delivery. */
export async function listDeliveryPieces(
  reads: Reads,
  plantId: number,
  { id }: ParamsOf<PiecesApi>,
  query: QueryOf<PiecesApi>,
): Promise<ReplyOf<PiecesApi>> {
  const from = sql`(select id as package_id, no as package_no from packages
      where plant_id = ${plantId} and delivery_id = ${id}) k
    join package_pieces pp on pp.package_id = k.package_id join pieces p on p.id = pp.piece_id
    left join delivery_exceptions e on e.delivery_id = ${id} and e.piece_id = p.id`
  const where = allOf([
    sql`true`,
    serialBegins(query.q),
    query.exceptions === undefined ? null : sql`e.kind is not null`,
  ])
  const order = pieceSorts[query.sort ?? 'serial']
  const page = sql<DeliveryPieceRow>`
    select ${packedColumns}, p.package_id, p.package_no, p.kind, p.note, p.found_at, p.found_by_name,
      p.found_note
    from (select p.*, k.package_id, k.package_no, e.kind, e.note, e.found_at, e.found_by_name,
        e.found_note from ${from} where ${where}
      order by ${order} ${limitOf(query)}) p
    join marks m on m.id = p.mark_id order by ${order}`
  const [{ rows, total }, found] = await Promise.all([
    countedPage(reads, page, from, where),
    readRows(reads, sql`select from deliveries where plant_id = ${plantId} and id = ${id}`),
  ])
  if (found.length === 0) fail('not_found')
  return { items: rows.map((row) => pieceView(row, plantId)), total }
}

const pieceView = (row: DeliveryPieceRow, plantId: number): DeliveryPiece => ({
  ...packedView(row, plantId),
  packageId: String(row.package_id),
  packageNo: row.package_no,
  exception: row.kind === null ? null : { kind: row.kind, note: row.note ?? '', found: foundView(row) },
})

const foundView = ({ found_at: at, found_by_name: by, found_note: note }: DeliveryPieceRow) =>
  at === null ? null : { at: at.toISOString(), by: by ?? '', note: note ?? '' }

/** The signature of a received delivery; fails with `not_found` when there is none. */
export async function signatureOf(
  reads: Reads,
  files: FileStore,
  plantId: number,
  id: string,
): Promise<{ png: string }> {
  const [row] = await readRows(
    reads,
    sql<{ sha: string | null }>`
      select signature_sha256 as sha from deliveries where plant_id = ${plantId} and id = ${id}`,
  )
  const sha = row?.sha ?? fail('not_found')
  return { png: (await files.bytes(sha)).toString('base64') }
}
