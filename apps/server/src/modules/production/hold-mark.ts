import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import {
  orderForUpdate,
  refreshOrderTotals,
  closeHold,
  openHold,
  refreshHoldTotals,
  type MarkFacts,
  canHoldMark,
  canResumeMark,
} from '../orders/public.ts'

/** Holds all pieces of a mark. */
export async function holdMark(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, mark, facts } = await lockMark(write, actor.plantId, id)
  const verdict = canHoldMark(actor.tags, facts)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, mark: mark.mark } })
  await openHold(write, actor, { orderId: order.id, markId: mark.id }, reason)
  await keep(write, actor, order, mark, { action: 'orders.hold_mark', reason })
}

/** Releases the hold of a mark; pieces with their own hold stay held. */
export async function resumeMark(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, mark, facts } = await lockMark(write, actor.plantId, id)
  const verdict = canResumeMark(actor.tags, facts)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, mark: mark.mark } })
  await closeHold(write, actor, { orderId: order.id, markId: mark.id }, reason)
  await keep(write, actor, order, mark, { action: 'orders.resume_mark', reason })
}

interface HeldMark {
  readonly id: number
  readonly order_id: number
  readonly mark: string
  readonly holds: number
}
interface OrderOfMark {
  readonly id: number
  readonly no: string
}

async function lockMark(write: Write, plantId: number, id: string) {
  const found = await markRow(write, plantId, id)
  const order = await orderForUpdate(write, plantId, String(found.order_id))
  const mark = await markRow(write, plantId, id)
  await sql`select from pieces where mark_id = ${mark.id} order by id for no key update`.execute(write)
  const facts: MarkFacts = { orderStatus: order.status as OrderStatus, held: mark.holds > 0, started: false }
  return { order, mark, facts }
}

async function markRow(write: Write, plantId: number, id: string): Promise<HeldMark> {
  const { rows } = await sql<HeldMark>`
    select id, order_id, mark, holds from marks where plant_id = ${plantId} and id = ${id}`.execute(write)
  return rows[0] ?? fail('not_found')
}

async function keep(
  write: Write,
  actor: Actor,
  order: OrderOfMark,
  mark: HeldMark,
  { action, reason }: Readonly<Record<'action' | 'reason', string>>,
): Promise<void> {
  await refreshHoldTotals(write, 'mark_id', [mark.id])
  await refreshOrderTotals(write, actor, order.id)
  const subjectId = String(order.id)
  await recordAudit(write, actor, {
    action,
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    after: { mark: mark.mark, reason },
  })
  await recordEvent(write, actor, {
    name: action === 'orders.hold_mark' ? 'orders.held' : 'orders.resumed',
    subjectId,
  })
}
