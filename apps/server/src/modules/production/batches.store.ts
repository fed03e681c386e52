import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production/production'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { deleteRow, insertRow, saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'

type BatchInput = BodyOf<(typeof productionApi)['POST /api/orders/:id/batches']>
export type StoredBatch = Selectable<Tables['batches']>

/** The editable columns of a lot. */
export const batchFields = (input: BatchInput) => ({
  no: input.no,
  name: input.name,
  workshop_id: input.workshopId === null ? null : Number(input.workshopId),
  issued_on: input.issuedOn,
  planned_start: input.plannedStart,
  planned_end: input.plannedEnd,
  required_on_site: input.requiredOnSite,
})
export type BatchFields = ReturnType<typeof batchFields>

export async function batchRowOf(write: Write, plantId: number, id: string): Promise<StoredBatch> {
  const row = await write
    .selectFrom('batches')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row ?? fail('not_found')
}

export async function insertBatch(
  write: Write,
  actor: Actor,
  orderId: number,
  fields: BatchFields,
): Promise<string> {
  return String(await insertRow(write, actor, 'batches', { ...fields, order_id: orderId }))
}

export const saveBatch = (
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<BatchFields>,
): Promise<void> => saveRow(write, actor, 'batches', id, fields)

export const deleteBatchRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'batches', id)

/** Locks and returns pieces of the order with the given ids or marks. Others are left out. */
export async function lockPiecesOf(
  write: Write,
  orderId: number,
  pieceIds: readonly string[],
  markIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pieces where order_id = ${orderId} and status not in ('scrapped', 'superseded')
      and (id = any(${pieceIds}::bigint[]) or mark_id = any(${markIds}::bigint[]))
    order by id for no key update`.execute(write)
  return rows.map(({ id }) => id)
}

/** Adds pieces to a lot or removes them; returns how many changed. */
export async function setBatch(
  write: Write,
  actor: Actor,
  batchId: number,
  pieceIds: readonly number[],
  isOut: boolean,
): Promise<number> {
  const to = isOut ? null : batchId
  const { rows } = await sql`
    update pieces set batch_id = ${to}::bigint, version = version + 1, updated_at = now(),
      updated_by = ${signature(actor).updated_by}::bigint
    where id = any(${pieceIds}::bigint[]) and batch_id is distinct from ${to}::bigint
      and (not ${isOut} or batch_id = ${batchId})
    returning id`.execute(write)
  return rows.length
}
