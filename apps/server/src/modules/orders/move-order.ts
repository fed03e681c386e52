import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { factsOf, canDelete, canMove, needsReason } from './orders.rules.ts'
import { deleteOrderRow, orderForUpdate, saveOrder } from './orders.store.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import { requireVersion } from './save-order.ts'
import { closeHold } from './holds.store.ts'

type MoveInput = BodyOf<(typeof ordersApi)['POST /api/orders/:id/status']>

/** Confirms a draft, returns a confirmed order to draft, or cancels one. */
export async function moveOrder(
  write: Write,
  actor: Actor,
  id: string,
  input: MoveInput,
  now: Date,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, input.version, now)
  const from = order.status as OrderStatus
  const verdict = canMove(actor.tags, factsOf(order), input.to)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: from } })
  const reason = input.reason === undefined || input.reason === '' ? null : input.reason
  if (reason === null && needsReason(from, input.to)) {
    fail('request.invalid', { errors: [{ path: 'body.reason', reason: 'required' }] })
  }
  await saveOrder(write, actor, order.id, { status: input.to, status_reason: reason })
  if (from === 'on_hold') await closeHold(write, actor, { orderId: order.id }, reason)
  if (input.to === 'cancelled') await refreshProjectTotals(write, actor.plantId, [order.project_id])
  await recordAudit(write, actor, {
    action: 'orders.move',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { status: from },
    after: reason === null ? { status: input.to } : { status: input.to, reason },
  })
  await recordEvent(write, actor, { name: 'orders.moved', subjectId: id })
}

/** Deletes a draft without marks and pieces, including its imports. */
export async function deleteOrder(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  now: Date,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, version, now)
  const verdict = canDelete(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  await deleteOrderRow(write, actor.plantId, order.id)
  await refreshProjectTotals(write, actor.plantId, [order.project_id])
  await recordAudit(write, actor, {
    action: 'orders.delete',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { no: order.no, name: order.name, projectId: String(order.project_id) },
  })
  await recordEvent(write, actor, { name: 'orders.deleted', subjectId: id })
}
