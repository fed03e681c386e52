import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { productionApi } from '@cloud-factory/contract/production/production'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { orderForUpdate } from '../orders/public.ts'
import { canChangeBatches } from './batch.rules.ts'
import { oneBatch } from './batches.reads.ts'
import {
  type BatchFields,
  batchFields,
  batchRowOf,
  deleteBatchRow,
  insertBatch,
  lockPiecesOf,
  saveBatch,
  setBatch,
} from './batches.store.ts'

type Api = typeof productionApi
type CreateInput = BodyOf<Api['POST /api/orders/:id/batches']>
type UpdateInput = BodyOf<Api['PATCH /api/batches/:id']>
type AssignInput = BodyOf<Api['POST /api/batches/:id/pieces']>

/** Adds a production lot; returns its id. */
export async function createBatch(
  write: Write,
  actor: Actor,
  orderId: string,
  input: CreateInput,
): Promise<string> {
  const order = await lockOrder(write, actor, orderId)
  requireDates(input)
  const workshop = await requireWorkshop(write, actor.plantId, input.workshopId)
  const id = await rejectingDuplicate(input.no, () => insertBatch(write, actor, order.id, batchFields(input)))
  await record(write, actor, order, {
    action: 'orders.add_batch',

    after: { batch: input.no, name: input.name, workshop, ...datesOf(input) },
  })
  return id
}

/** Changes a production lot; writes nothing if nothing differs. */
export async function updateBatch(write: Write, actor: Actor, id: string, input: UpdateInput): Promise<void> {
  const { order, batch } = await lockBatch(write, actor, id)
  if (batch.version !== input.version) {
    fail('version.conflict', { current: await oneBatch(asReads(write), actor, id) })
  }
  requireDates(input)
  await requireWorkshop(write, actor.plantId, input.workshopId)
  const changes = changesOf<BatchFields>(batch, batchFields(input))
  if (changes === null) return
  await rejectingDuplicate(input.no, () => saveBatch(write, actor, batch.id, changes.after))
  const named = (fields: object) => ({ batch: batch.no, ...fields })
  await record(write, actor, order, {
    action: 'orders.change_batch',

    before: named(changes.before),
    after: named(changes.after),
  })
}

/** Deletes a production lot; its pieces stay in the order. */
export async function deleteBatch(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { order, batch } = await lockBatch(write, actor, id)
  if (batch.version !== version)
    fail('version.conflict', { current: await oneBatch(asReads(write), actor, id) })
  await sql`select from pieces where batch_id = ${batch.id} order by id for no key update`.execute(write)
  await deleteBatchRow(write, actor.plantId, batch.id)
  await record(write, actor, order, {
    action: 'orders.delete_batch',
    before: { batch: batch.no, name: batch.name },
  })
}

/** Moves pieces into a lot (and out of their previous one), or removes them from this one. */
export async function assignPieces(
  write: Write,
  actor: Actor,
  id: string,
  input: AssignInput,
): Promise<void> {
  const { order, batch } = await lockBatch(write, actor, id)
  const pieces = await lockPiecesOf(write, order.id, input.pieceIds, input.markIds)
  const moved = await setBatch(write, actor, batch.id, pieces, input.remove)
  if (moved === 0) return
  await saveBatch(write, actor, batch.id, {})
  await record(write, actor, order, {
    action: input.remove ? 'orders.take_from_batch' : 'orders.put_in_batch',
    after: { batch: batch.no, pieces: moved },
  })
}

async function lockOrder(write: Write, actor: Actor, id: string) {
  const order = await orderForUpdate(write, actor.plantId, id)
  const verdict = canChangeBatches(actor.tags, order.status as OrderStatus)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  return order
}

async function lockBatch(write: Write, actor: Actor, id: string) {
  const found = await batchRowOf(write, actor.plantId, id)
  const order = await lockOrder(write, actor, String(found.order_id))
  return { order, batch: await batchRowOf(write, actor.plantId, id) }
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
