import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production/production'
import { type Selectable, sql } from 'kysely'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { deleteRow, insertRow, saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { orderForUpdate } from '../orders/public.ts'
import { canChangeLots } from './production.policy.ts'
import { oneProductionLot } from './production-lots.queries.ts'

type LotInput = BodyOf<(typeof productionApi)['POST /api/orders/:id/production-lots']>
type StoredLot = Selectable<Tables['batches']>

/** The editable columns of a lot. */
const lotFields = (input: LotInput) => ({
  no: input.no,
  name: input.name,
  workshop_id: input.workshopId === null ? null : Number(input.workshopId),
  issued_on: input.issuedOn,
  planned_start: input.plannedStart,
  planned_end: input.plannedEnd,
  required_on_site: input.requiredOnSite,
})
type LotFields = ReturnType<typeof lotFields>

async function lotRowOf(write: Write, plantId: number, id: string): Promise<StoredLot> {
  const row = await write
    .selectFrom('batches')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row ?? fail('not_found')
}

async function insertLot(write: Write, actor: Actor, orderId: number, fields: LotFields): Promise<string> {
  return String(await insertRow(write, actor, 'batches', { ...fields, order_id: orderId }))
}

const saveLot = (write: Write, actor: Actor, id: number, fields: Partial<LotFields>): Promise<void> =>
  saveRow(write, actor, 'batches', id, fields)

const deleteLotRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'batches', id)

/** Locks and returns pieces of the order with the given ids or marks. Others are left out. */
async function lockPiecesOf(
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
async function assignLot(
  write: Write,
  actor: Actor,
  productionLotId: number,
  pieceIds: readonly number[],
  isOut: boolean,
): Promise<number> {
  const to = isOut ? null : productionLotId
  const { rows } = await sql`
    update pieces set batch_id = ${to}::bigint, version = version + 1, updated_at = now(),
      updated_by = ${signature(actor).updated_by}::bigint
    where id = any(${pieceIds}::bigint[]) and batch_id is distinct from ${to}::bigint
      and (not ${isOut} or batch_id = ${productionLotId})
    returning id`.execute(write)
  return rows.length
}

type Api = typeof productionApi
type CreateInput = BodyOf<Api['POST /api/orders/:id/production-lots']>
type UpdateInput = BodyOf<Api['PATCH /api/production-lots/:id']>
type AssignInput = BodyOf<Api['POST /api/production-lots/:id/pieces']>

/** Adds a production lot; returns its id. */
export async function createProductionLot(
  write: Write,
  actor: Actor,
  orderId: string,
  input: CreateInput,
): Promise<string> {
  const order = await lockOrder(write, actor, orderId)
  requireDates(input)
  const workshop = await requireWorkshop(write, actor.plantId, input.workshopId)
  const id = await rejectingDuplicate(input.no, () => insertLot(write, actor, order.id, lotFields(input)))
  await record(write, actor, order, {
    action: 'orders.add_batch',

    after: { batch: input.no, name: input.name, workshop, ...datesOf(input) },
  })
  return id
}

/** Changes a production lot; writes nothing if nothing differs. */
export async function updateProductionLot(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<void> {
  const { order, lot } = await lockLot(write, actor, id)
  if (lot.version !== input.version) {
    fail('version.conflict', { current: await oneProductionLot(asReads(write), actor, id) })
  }
  requireDates(input)
  await requireWorkshop(write, actor.plantId, input.workshopId)
  const changes = changesOf<LotFields>(lot, lotFields(input))
  if (changes === null) return
  await rejectingDuplicate(input.no, () => saveLot(write, actor, lot.id, changes.after))
  const named = (fields: object) => ({ batch: lot.no, ...fields })
  await record(write, actor, order, {
    action: 'orders.change_batch',

    before: named(changes.before),
    after: named(changes.after),
  })
}

/** Deletes a production lot; its pieces stay in the order. */
export async function deleteProductionLot(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const { order, lot } = await lockLot(write, actor, id)
  if (lot.version !== version)
    fail('version.conflict', { current: await oneProductionLot(asReads(write), actor, id) })
  await sql`select from pieces where batch_id = ${lot.id} order by id for no key update`.execute(write)
  await deleteLotRow(write, actor.plantId, lot.id)
  await record(write, actor, order, {
    action: 'orders.delete_batch',
    before: { batch: lot.no, name: lot.name },
  })
}

/** Moves pieces into a lot (and out of their previous one), or removes them from this one. */
export async function assignPieces(
  write: Write,
  actor: Actor,
  id: string,
  input: AssignInput,
): Promise<void> {
  const { order, lot } = await lockLot(write, actor, id)
  const pieces = await lockPiecesOf(write, order.id, input.pieceIds, input.markIds)
  const moved = await assignLot(write, actor, lot.id, pieces, input.remove)
  if (moved === 0) return
  await saveLot(write, actor, lot.id, {})
  await record(write, actor, order, {
    action: input.remove ? 'orders.take_from_batch' : 'orders.put_in_batch',
    after: { batch: lot.no, pieces: moved },
  })
}

async function lockOrder(write: Write, actor: Actor, id: string) {
  const order = await orderForUpdate(write, actor.plantId, id)
  requireAllowed(canChangeLots(actor.tags, order.status as OrderStatus), { status: order.status })
  return order
}

async function lockLot(write: Write, actor: Actor, id: string) {
  const found = await lotRowOf(write, actor.plantId, id)
  const order = await lockOrder(write, actor, String(found.order_id))
  return { order, lot: await lotRowOf(write, actor.plantId, id) }
}

const datesOf = ({ issuedOn, plannedStart, plannedEnd, requiredOnSite }: CreateInput) => ({
  issuedOn,
  plannedStart,
  plannedEnd,
  requiredOnSite,
})

function requireDates({ plannedStart, plannedEnd }: CreateInput): void {
  if (plannedStart === null || plannedEnd === null || plannedEnd >= plannedStart) return
  fail('request.invalid', { errors: [{ path: 'body.plannedEnd', reason: 'before_start' }] })
}

async function requireWorkshop(write: Write, plantId: number, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { rows } = await sql<{
    name: string
  }>`select name from workshops where plant_id = ${plantId} and id = ${id} for key share`.execute(write)
  return rows[0]?.name ?? fail('not_found', { params: { field: 'workshopId' } })
}

async function rejectingDuplicate<T>(no: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'batches_no_key') throw error
    return fail('duplicate', { params: { field: 'no', value: no } })
  }
}

async function record(
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly no: string },
  facts: { readonly action: string; readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  const subjectId = String(order.id)
  await recordAudit(write, actor, {
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    ...facts,
  })
  await recordEvent(write, actor, { name: 'orders.batches_changed', subjectId })
}
