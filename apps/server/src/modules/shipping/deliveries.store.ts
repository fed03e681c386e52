import { type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import {
  deleteRow,
  insertRow,
  type NewRow,
  rowForUpdate,
  saveRow,
  signature,
} from '../../platform/db/signed-rows.ts'
import { type LockedOrder, lockOrders, type StoredPackage } from './packages.store.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredDelivery = Selectable<Tables['deliveries']>
export type DeliveryFields = Updateable<Tables['deliveries']>

interface LockedDelivery {
  readonly delivery: StoredDelivery
  readonly packages: readonly StoredPackage[]
  /** Orders of its packages. */
  readonly orders: readonly LockedOrder[]
}

/**
 * Locks the orders of a delivery, the delivery and its packages, in this sequence; fails with `not_found` when the plant has no such delivery. The
 * orders are read before the lock; if they changed meanwhile, the transaction runs again.
 */
export async function deliveryForUpdate(write: Write, plantId: number, id: string): Promise<LockedDelivery> {
  const orders = await lockOrders(write, plantId, await orderIdsOn(write, plantId, Number(id)))
  const delivery = await rowForUpdate(write, 'deliveries', plantId, id)
  const packages = await write
    .selectFrom('packages')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('delivery_id', '=', delivery.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const locked = new Set(orders.map((order) => order.id))
  if (packages.some((pack) => !locked.has(pack.order_id))) throw new OrdersChanged()
  return { delivery, packages, orders }
}

/** Treated as a conflict: the transaction helper tries again. */
class OrdersChanged extends Error {
  readonly code = '40001'
}

async function orderIdsOn(write: Write, plantId: number, id: number): Promise<number[]> {
  const rows = await write
    .selectFrom('packages')
    .select('order_id')
    .distinct()
    .where('plant_id', '=', plantId)
    .where('delivery_id', '=', id)
    .execute()
  return rows.map((row) => row.order_id)
}

export interface LoadablePackage extends StoredPackage {
  readonly project_id: number
  readonly order_status: string
}

/** Locks packages in ascending order, with the project of each; those that the plant does not have are left out. */
export async function lockPackages(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<LoadablePackage[]> {
  if (ids.length === 0) return []
  return write
    .selectFrom('packages')
    .innerJoin('orders', 'orders.id', 'packages.order_id')
    .selectAll('packages')
    .select(['orders.project_id', 'orders.status as order_status'])
    .where('packages.plant_id', '=', plantId)
    .where('packages.id', 'in', [...ids])
    .orderBy('packages.id')
    .forUpdate('packages')
    .execute()
}

export const insertDelivery = (write: Write, actor: Actor, fields: NewRow<'deliveries'>): Promise<number> =>
  insertRow(write, actor, 'deliveries', fields)

export const saveDelivery = (write: Write, actor: Actor, id: number, fields: DeliveryFields): Promise<void> =>
  saveRow(write, actor, 'deliveries', id, fields)

export const deleteDeliveryRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'deliveries', id)

/** Puts locked packages on a delivery, or on none. */
export async function placePackages(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  deliveryId: number | null,
): Promise<void> {
  await changePackages(write, actor, ids, { delivery_id: deliveryId })
}

/** Sets the status of a delivery's packages, forwards or back. */
export async function movePackages(
  write: Write,
  actor: Actor,
  packages: readonly StoredPackage[],
  status: 'closed' | 'shipped' | 'received',
): Promise<void> {
  await changePackages(
    write,
    actor,
    packages.map(({ id }) => id),
    { status },
  )
}

async function changePackages(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  fields: { readonly status?: StoredPackage['status']; readonly delivery_id?: number | null },
): Promise<void> {
  if (ids.length === 0) return
  await write
    .updateTable('packages')
    .set({ ...fields, ...signature(actor), updated_at: sql`now()`, version: sql`version + 1` })
    .where('plant_id', '=', actor.plantId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Recalculates the packages of a locked delivery; a package's measured weight replaces the computed one. */
export async function refreshDeliveryTotals(write: Write, actor: Actor, id: number): Promise<void> {
  const { updated_by, updated_by_name } = signature(actor)
  await sql`
    update deliveries set packages = c.packages, pieces = c.pieces, net_kg = c.net_kg, gross_kg = c.gross_kg,
      updated_at = now(), updated_by = ${updated_by}, updated_by_name = ${updated_by_name}, version = version + 1
    from (
      select count(*)::int as packages, coalesce(sum(pieces), 0)::int as pieces, coalesce(sum(net_kg), 0) as net_kg,
        coalesce(sum(coalesce(weighed_kg, gross_kg)), 0) as gross_kg
      from packages where delivery_id = ${id}
    ) c where deliveries.plant_id = ${actor.plantId} and deliveries.id = ${id}`.execute(write)
}

export interface SiteException {
  readonly pieceId: number
  readonly kind: 'missing' | 'damaged'
  readonly note: string
}

export async function insertExceptions(
  write: Write,
  plantId: number,
  deliveryId: number,
  exceptions: readonly SiteException[],
): Promise<void> {
  if (exceptions.length === 0) return
  await write
    .insertInto('delivery_exceptions')
    .values(
      exceptions.map(({ pieceId, kind, note }) => ({
        delivery_id: deliveryId,
        piece_id: pieceId,
        plant_id: plantId,
        kind,
        note,
      })),
    )
    .execute()
}

/** Records that a missing piece of a locked delivery was found; false when it was not missing or was already found. */
export async function markFound(
  write: Write,
  actor: Actor,
  deliveryId: number,
  { pieceId, note, at }: { readonly pieceId: number; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('delivery_exceptions')
    .set({ found_at: at, found_by_name: actor.cnName, found_note: note })
    .where('plant_id', '=', actor.plantId)
    .where('delivery_id', '=', deliveryId)
    .where('piece_id', '=', pieceId)
    .where('kind', '=', 'missing')
    .where('found_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
