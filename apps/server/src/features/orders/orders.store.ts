import './orders.tables.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { uncounted } from './orders.rules.ts'

type StoredOrder = Selectable<Tables['orders']>

/** The columns of an order that people write. */
export interface OrderFields {
  readonly project_id: number
  readonly no: string
  readonly name: string
  readonly customer_po: string | null
  readonly priority: string
  readonly due_on: string | null
  readonly contract_tonnes: number | null
  readonly note: string | null
  readonly search: string
}

/** Who wrote a row last. */
export const signature = (actor: Actor) => ({
  updated_by: actor.userId === '' ? null : Number(actor.userId),
  updated_by_name: actor.cnName,
})

/** Locks the order until the transaction ends; refuses with `not_found` when the plant has no such order. */
export async function orderForUpdate(write: Write, plantId: number, id: string): Promise<StoredOrder> {
  const row = await write
    .selectFrom('orders')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** Returns the new order's id. */
export async function insertOrder(write: Write, actor: Actor, fields: OrderFields): Promise<number> {
  const signed = signature(actor)
  const { id } = await write
    .insertInto('orders')
    .values({ ...fields, ...signed, plant_id: actor.plantId, created_by: signed.updated_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveOrder(
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<OrderFields> & { readonly status?: string; readonly status_reason?: string | null },
): Promise<void> {
  await write
    .updateTable('orders')
    .set({ ...fields, ...signature(actor), updated_at: sql`now()`, version: sql`version + 1` })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteOrderRow(write: Write, plantId: number, id: number): Promise<void> {
  await write.deleteFrom('orders').where('plant_id', '=', plantId).where('id', '=', id).execute()
}

/**
 * Counts the marks and pieces of a locked order anew. Its version stays: counters are nobody's input, and an import
 * must not spoil the form somebody has open.
 */
export async function recountOrder(write: Write, actor: Actor, id: number): Promise<void> {
  const { updated_by, updated_by_name } = signature(actor)
  await sql`
    with counted as (
      select status, count(*)::int as pieces, coalesce(sum(net_kg), 0) as weight_kg
      from pieces where order_id = ${id} group by status
    )
    update orders set
      marks = (select count(*) from marks where order_id = ${id}),
      pieces = (select coalesce(sum(pieces), 0) from counted where status <> all(${uncounted}::text[])),
      weight_kg = (select coalesce(sum(weight_kg), 0) from counted where status <> all(${uncounted}::text[])),
      pieces_by_status = (select coalesce(jsonb_object_agg(status, pieces), '{}') from counted),
      updated_at = now(), updated_by = ${updated_by}, updated_by_name = ${updated_by_name}
    where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
}
