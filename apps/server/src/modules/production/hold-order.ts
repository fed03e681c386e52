import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  factsOf,
  orderForUpdate,
  saveOrder,
  closeHold,
  openHold,
  canHold,
  canResume,
} from '../orders/public.ts'
import { recalculateOrders } from './recalculate-orders.ts'

/** Holds an order; its pieces keep their status. */
export async function holdOrder(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const verdict = canHold(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  await openHold(write, actor, { orderId: order.id }, reason)
  await saveOrder(write, actor, order.id, { status: 'on_hold', status_reason: reason })
  await sql`update orders set held_from = ${order.status} where id = ${order.id}`.execute(write)
  await recordHold(write, actor, order, { action: 'orders.hold', from: order.status, to: 'on_hold', reason })
}

/** Releases the hold of an order, which returns to its previous status. */
export async function resumeOrder(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const verdict = canResume(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  // This hold is older than the column for the previous status. The status is computed from the pieces below.
  const to = (order.held_from ?? 'confirmed') as OrderStatus
  await closeHold(write, actor, { orderId: order.id }, reason)
  await saveOrder(write, actor, order.id, { status: to, status_reason: null })
  await sql`update orders set held_from = null where id = ${order.id}`.execute(write)
  // Pieces may have been scrapped or superseded meanwhile.
  if (order.released_at !== null)
    await recalculateOrders(write, actor, [{ id: order.id, no: order.no, status: to }], [])
  await recordHold(write, actor, order, { action: 'orders.resume', from: 'on_hold', to, reason })
}

async function recordHold(
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly no: string },
  { action, from, to, reason }: Readonly<Record<'action' | 'from' | 'to' | 'reason', string>>,
): Promise<void> {
  const subjectId = String(order.id)
  await recordAudit(write, actor, {
    action,
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    before: { status: from },
    after: { status: to, reason },
  })
  await recordEvent(write, actor, { name: 'orders.moved', subjectId })
}
