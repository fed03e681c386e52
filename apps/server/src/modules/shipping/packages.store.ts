import { isActiveOrder } from '@cloud-factory/domain/orders/order-statuses'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import {
  deleteRow,
  insertRow,
  type NewRow,
  rowForUpdate,
  saveRow,
  signature,
} from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredPackage = Selectable<Tables['packages']>
export type PackageFields = Updateable<Tables['packages']>

export interface LockedOrder {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly status: string
  readonly project_id: number
}

/** Locks orders in ascending order until the transaction ends; those that the plant does not have are left out. */
export async function lockOrders(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<LockedOrder[]> {
  if (ids.length === 0) return []
  return write
    .selectFrom('orders')
    .select(['id', 'no', 'name', 'status', 'project_id'])
    .where('plant_id', '=', plantId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function lockOrder(write: Write, plantId: number, id: number): Promise<LockedOrder> {
  const [order] = await lockOrders(write, plantId, [id])
  return order ?? fail('not_found')
}

/** Locks a package and, before it, its order; fails with `not_found` when the plant has no such package. */
export async function packageForUpdate(
  write: Write,
  plantId: number,
  id: string,
): Promise<{ readonly pack: StoredPackage; readonly order: LockedOrder }> {
  // A package never changes its order, so the order can be read without a lock.
  const found = await write
    .selectFrom('packages')
    .select('order_id')
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  const order = await lockOrder(write, plantId, found?.order_id ?? fail('not_found'))
  return { pack: await rowForUpdate(write, 'packages', plantId, id), order }
}

export const insertPackage = (write: Write, actor: Actor, fields: NewRow<'packages'>): Promise<number> =>
  insertRow(write, actor, 'packages', fields)

export const savePackage = (write: Write, actor: Actor, id: number, fields: PackageFields): Promise<void> =>
  saveRow(write, actor, 'packages', id, fields)

export const deletePackageRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'packages', id)

/** A locked piece with the fields that packing needs. */
export interface LockedPiece {
  readonly id: number
  readonly order_id: number
  readonly serial: string
  readonly status: string
  readonly holds: number
  readonly steps_done: number
  readonly next_kind: string | null
  readonly package_id: number | null
  readonly package_no: string | null
  readonly net_kg: number | null
  readonly length_mm: number | null
  readonly width_mm: number | null
  readonly height_mm: number | null
  /** The outermost piece that it is in, with which it is packed. */
  readonly root_id: number | null
}

/** Locks pieces in ascending order; those that the plant does not have are left out. */
export async function lockPieces(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<LockedPiece[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedPiece>`
    with locked as materialized (
      select * from pieces where plant_id = ${plantId} and id = any(${[...ids]}::bigint[])
      order by id for no key update
    )
    select l.id, l.order_id, l.serial, l.status, l.holds, l.steps_done, l.net_kg, processes.kind as next_kind,
      pp.package_id, packages.no as package_no, marks.length_mm, marks.width_mm, marks.height_mm, b.root_id
    from locked l join marks on marks.id = l.mark_id
    left join processes on processes.id = l.next_process_id
    left join package_pieces pp on pp.piece_id = l.id
    left join packages on packages.id = pp.package_id
    left join built_pieces b on b.piece_id = l.id
    order by l.id`.execute(write)
  return rows
}

/** Pieces that are in these: they are packed and taken out with them. */
export async function innerPieces(write: Write, plantId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await write
    .selectFrom('built_pieces')
    .select('piece_id')
    .where('plant_id', '=', plantId)
    .where('root_id', 'in', [...ids])
    .orderBy('piece_id')
    .execute()
  return rows.map(({ piece_id: id }) => id)
}

/** These pieces and those in them. */
export const withInnerPieces = async (
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<number[]> => [...ids, ...(await innerPieces(write, plantId, ids))]

/** Ids of the pieces in packages, ascending. */
export async function pieceIdsOf(
  write: Write,
  plantId: number,
  packageIds: readonly number[],
): Promise<number[]> {
  if (packageIds.length === 0) return []
  const rows = await write
    .selectFrom('package_pieces')
    .select('piece_id')
    .where('plant_id', '=', plantId)
    .where('package_id', 'in', [...packageIds])
    .orderBy('piece_id')
    .execute()
  return rows.map(({ piece_id: id }) => id)
}

export async function serialOf(write: Write, plantId: number, pieceId: number): Promise<string> {
  const row = await write
    .selectFrom('pieces')
    .select('serial')
    .where('plant_id', '=', plantId)
    .where('id', '=', pieceId)
    .executeTakeFirst()
  return row?.serial ?? fail('not_found')
}

export async function putPieces(
  write: Write,
  actor: Actor,
  packageId: number,
  pieceIds: readonly number[],
): Promise<void> {
  if (pieceIds.length === 0) return
  await write
    .insertInto('package_pieces')
    .values(
      pieceIds.map((id) => ({
        piece_id: id,
        plant_id: actor.plantId,
        package_id: packageId,
        added_by_name: actor.cnName,
      })),
    )
    .execute()
}

export async function takePieces(
  write: Write,
  plantId: number,
  packageId: number,
  pieceIds: readonly number[],
): Promise<void> {
  if (pieceIds.length === 0) return
  await write
    .deleteFrom('package_pieces')
    .where('plant_id', '=', plantId)
    .where('package_id', '=', packageId)
    .where('piece_id', 'in', [...pieceIds])
    .execute()
}

/** Recalculates the pieces of locked packages. */
export async function refreshPackageTotals(
  write: Write,
  actor: Actor,
  packageIds: readonly number[],
): Promise<void> {
  const { updated_by, updated_by_name } = signature(actor)
  await sql`
    update packages set pieces = coalesce(c.pieces, 0), unweighed = coalesce(c.unweighed, 0),
      net_kg = coalesce(c.net_kg, 0), updated_at = now(), updated_by = ${updated_by},
      updated_by_name = ${updated_by_name}, version = packages.version + 1
    from unnest(${[...packageIds]}::bigint[]) wanted (id) left join (
      select pp.package_id, count(*)::int as pieces, (count(*) filter (where p.net_kg is null))::int as unweighed,
        sum(p.net_kg) as net_kg
      from package_pieces pp join pieces p on p.id = pp.piece_id
      where pp.package_id = any(${[...packageIds]}::bigint[]) group by pp.package_id
    ) c on c.package_id = wanted.id
    where packages.plant_id = ${actor.plantId} and packages.id = wanted.id`.execute(write)
}

/** Numbers of the plant's rows that begin so. */
export async function numbersBeginning(
  write: Write,
  plantId: number,
  table: 'packages' | 'deliveries',
  prefix: string,
): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`select no from ${sql.table(table)} where plant_id = ${plantId}
    and no >= ${prefix} and no < ${`${prefix}\u{10ffff}`}`.execute(write)
  return rows.map(({ no }) => no)
}

/** Pieces are packed and sent for active orders only. */
export function requireActive(order: LockedOrder): void {
  if (isActiveOrder(order.status)) return
  reject('pack.order_state', { order: order.no, status: order.status })
}
