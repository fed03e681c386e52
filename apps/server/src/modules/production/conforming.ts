import {
  keepsFromShipping,
  type OpenDemand,
  type PieceNeed,
  type ShippingDemand,
  shippingDemands,
} from '@cloud-factory/domain/conformity/conformity'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { ListedPiece, PieceRow } from '@cloud-factory/contract/orders/order-marks'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { PieceDetail } from '@cloud-factory/contract/production/work'
import type { PackageRow, ShippingReason } from '@cloud-factory/contract/shipping/packages'
import type { OrderReason } from '@cloud-factory/domain/orders/order-statuses'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { anyOf } from '../../platform/db/prepared-statements.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { uncounted } from '../orders/public.ts'
import { answersForMaterial } from './order-facts.queries.ts'
import type { ConformityPort, LackingPort, WorkPorts } from './work-ports.ts'
import { oneWorkPiece } from './work.queries.ts'

/** The first open requirement that prevents packing and shipping, by piece; pieces without one are left out. */
export async function demandsAgainstShipping(
  reads: Reads,
  plantId: number,
  pieces: Parameters<ConformityPort>[2],
  conformity: ConformityPort,
): Promise<ReadonlyMap<number, ShippingReason>> {
  const demands = await conformity(reads, plantId, pieces, shippingDemands)
  return new Map(
    [...demands].flatMap(([id, open]): [number, ShippingReason][] => {
      const first = open.find(keepsFromShipping)
      return first === undefined ? [] : [[id, reasons[first]]]
    }),
  )
}

interface Deps {
  readonly reads: Reads
  readonly conformity: ConformityPort
}

/** Pieces with their open requirements and the supplier that works on them. */
export async function withMissing(
  { reads, conformity, outside }: Deps & Pick<WorkPorts, 'outside'>,
  plantId: number,
  pieces: readonly PieceRow[],
): Promise<ListedPiece[]> {
  const listed = await withDemands({ reads, conformity }, plantId, pieces)
  const places = await outside(
    reads,
    plantId,
    pieces.map(({ id }) => Number(id)),
  )
  return listed.map((piece) => ({
    ...piece,
    outside: places.get(Number(piece.id)) ?? null,
    missing: isUncounted(piece.status) ? null : piece.missing,
  }))
}

/** Counted pieces with their open requirements; a piece without one conforms. */
export async function withDemands<Piece extends { readonly id: string }>(
  { reads, conformity }: Deps,
  plantId: number,
  pieces: readonly Piece[],
): Promise<(Piece & { missing: OpenDemand[] })[]> {
  const ids = pieces.map(({ id }) => Number(id))
  const demands = await conformity(reads, plantId, ids)
  return pieces.map((piece) => ({ ...piece, missing: [...(demands.get(Number(piece.id)) ?? [])] }))
}

/** Select of the counted pieces of an order that lack one of these; null: the needs do not matter. */
export function piecesLacking(
  lacking: LackingPort,
  plantId: number,
  orderId: string,
  needs: readonly PieceNeed[] = [],
): RawBuilder<{ id: number }> | null {
  const pieces = sql<{ id: number }>`select id from pieces
    where plant_id = ${plantId} and order_id = ${orderId} and status <> all(${[...uncounted]})`
  return needs.length === 0 ? null : lacking(plantId, pieces, needs)
}

/** One piece with its open requirements, its package and its delivery; fails with `not_found` when the plant has no such piece. */
export async function pieceDetail(
  reads: Reads,
  actor: Actor,
  id: string,
  gates: WorkPorts,
): Promise<PieceDetail> {
  const piece = await oneWorkPiece(reads, actor, id, gates)
  const [[listed], places] = await Promise.all([
    withDemands({ reads, conformity: gates.conformity }, actor.plantId, [piece]),
    answersForMaterial.location(reads, actor.plantId, [Number(id)]),
  ])
  const { pack = null, delivery = null } = places.get(Number(id)) ?? {}
  const missing = listed === undefined || isUncounted(piece.status) ? null : listed.missing
  return { ...piece, missing, pack, delivery }
}

const isUncounted = (status: PieceRow['status']): boolean => uncounted.some((word) => word === status)

/** The rule of `canPack` in SQL, for pieces `p` with their next process `next`: the work is done and no hold applies. */
export const workIsDone = sql`p.status not in ('scrapped', 'superseded', 'shipped', 'received', 'ncr_open', 'rework')
  and p.holds = 0 and (next.kind <> 'work' or (next.kind is null and p.steps_done > 0))`

/** Adds to listed packages whether they can be closed, and the reason if a piece may not leave. */
export async function closablePackages(deps: Deps, plantId: number, rows: readonly PackageRow[]) {
  const ids = rows.flatMap(({ id, can }) => (can.close === true ? [Number(id)] : []))
  const contents = sql`select package_id as holder, piece_id as id from package_pieces
    where plant_id = ${plantId} and package_id = any(${ids}::bigint[])`
  const withheld = await withheldAmong(deps, plantId, contents, sql`not (${workIsDone})`, ids)
  return rows.map((row) =>
    withheld.has(row.id) ? { ...row, can: { ...row.can, close: pieceWithheld } } : row,
  )
}

/** Adds to listed deliveries whether they can be sent, and the reason if a piece may not leave. */
export async function sendableDeliveries(deps: Deps, plantId: number, rows: readonly DeliveryRow[]) {
  const ids = rows.flatMap(({ id, can }) => (can.send === true ? [Number(id)] : []))
  const contents = sql`select k.delivery_id as holder, pp.piece_id as id
    from packages k join package_pieces pp on pp.package_id = k.id
    where k.plant_id = ${plantId} and k.delivery_id = any(${ids}::bigint[])`
  const withheld = await withheldAmong(deps, plantId, contents, sql`p.holds > 0`, ids)
  return rows.map((row) =>
    withheld.has(row.id) ? { ...row, can: { ...row.can, send: pieceWithheld } } : row,
  )
}

/** Adds to listed orders what quality knows about their pieces: whether they can be closed, and their material. */
export async function completedOrders(deps: Deps, plantId: number, rows: readonly OrderRow[]) {
  const [orders, material] = await Promise.all([
    closableOrders(deps, plantId, rows),
    materialOfOrders(deps, plantId, rows),
  ])
  return orders.map((row) => ({ ...row, materialPieces: material.get(row.id) ?? 0 }))
}

const materialDemands: ReadonlySet<OpenDemand> = new Set(['material_unreleased', 'mill_certificate'])
const notInWork: ReadonlySet<OrderRow['status']> = new Set(['draft', 'confirmed', 'closed', 'cancelled'])

/** How many pieces of orders in work have blocked material, or none with an accepted certificate; orders without any are left out. */
async function materialOfOrders(
  { reads, conformity }: Deps,
  plantId: number,
  rows: readonly OrderRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.flatMap(({ id, status }) => (notInWork.has(status) ? [] : [Number(id)]))
  if (ids.length === 0) return new Map()
  const pieces = sql<{ id: number }>`select id from pieces
    where plant_id = ${plantId} and order_id = ${anyOf(sql`${ids}::bigint[]`)} and status <> all(${[...uncounted]})`
  const lacking = [...(await conformity(reads, plantId, pieces, materialDemands)).keys()]
  if (lacking.length === 0) return new Map()
  const counts = await readRows(
    reads,
    sql<{ orderId: number; pieces: number }>`
      select order_id as "orderId", count(*)::int as pieces from pieces where id = any(${lacking}::bigint[]) group by order_id`,
  )
  return new Map(counts.map(({ orderId, pieces: count }) => [String(orderId), count]))
}

/** Adds to listed orders whether they can be closed, by the rule of `closeOrder`, and the reason if a piece does not conform. */
async function closableOrders(deps: Deps, plantId: number, rows: readonly OrderRow[]) {
  const ids = rows.flatMap(({ id, can }) => (can.close === true ? [Number(id)] : []))
  const contents = sql`select order_id as holder, id from pieces
    where plant_id = ${plantId} and order_id = any(${ids}::bigint[]) and status <> all(${[...uncounted]})`
  const withheld = await withheldAmong(deps, plantId, contents, sql`false`, ids)
  return rows.map((row) =>
    withheld.has(row.id) ? { ...row, can: { ...row.can, close: orderPieceWithheld } } : row,
  )
}
const orderPieceWithheld: OrderReason = 'order.piece_kept'

const pieceWithheld: ShippingReason = 'package.piece_kept'

/** Ids of packages or deliveries with a piece that does not conform or is blocked otherwise. */
async function withheldAmong(
  { reads, conformity }: Deps,
  plantId: number,
  contents: RawBuilder<unknown>,
  keeps: RawBuilder<unknown>,
  holders: readonly number[],
): Promise<ReadonlySet<string>> {
  if (holders.length === 0) return new Set()
  const pieces = sql<{ id: number }>`select id from (${contents}) held`
  const withheld = [...(await demandsAgainstShipping(reads, plantId, pieces, conformity)).keys()]
  const rows = await readRows(
    reads,
    sql<{ holder: number }>`
      select distinct held.holder from (${contents}) held join pieces p on p.id = held.id
        left join processes next on next.id = p.next_process_id
      where p.id = any(${withheld}::bigint[]) or ${keeps}`,
  )
  return new Set(rows.map(({ holder }) => String(holder)))
}

/** Fails with the first piece that may not leave, and the reason. */
export async function requireConforming(
  write: Write,
  plantId: number,
  pieces: readonly { readonly id: number; readonly serial: string }[],
  conformity: ConformityPort,
): Promise<void> {
  const ids = pieces.map(({ id }) => id)
  const demands = await demandsAgainstShipping(asReads(write), plantId, ids, conformity)
  const bad = pieces.find(({ id }) => demands.has(id))
  if (bad !== undefined) reject(demands.get(bad.id) ?? 'other', { piece: bad.serial })
}

const reasons: Readonly<Record<ShippingDemand, ShippingReason>> = {
  ncr_open: 'pack.piece_ncr',
  weld_open: 'pack.weld_open',
  ndt_due: 'pack.ndt_due',
  ndt_failed: 'pack.ndt_failed',
  coat_open: 'pack.coat_open',
  coat_failed: 'pack.coat_failed',
  fire_open: 'pack.fire_open',
  inspection_failed: 'pack.inspection_failed',
  inspection_again: 'pack.inspection_again',
  material_unreleased: 'pack.material_unreleased',
  sub_assembly_missing: 'pack.sub_assembly_missing',
  sub_assembly_open: 'pack.sub_assembly_open',
  trial_open: 'pack.trial_open',
}
