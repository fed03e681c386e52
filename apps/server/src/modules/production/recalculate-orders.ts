import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { uncounted, refreshOrderTotals } from '../orders/public.ts'
import { type StatusSummary, statusFromSummary } from './order-standing.rules.ts'
import { recomputeDays } from './paces.store.ts'
import type { LockedOrder } from './pieces.store.ts'

type RecalculatedOrder = Pick<LockedOrder, 'id' | 'no' | 'status'>

/** A new status of an order, forwards or back, caused by its pieces. */
export interface OrderMoved {
  readonly id: number
  readonly no: string
  readonly from: OrderStatus
  readonly to: OrderStatus
}

/**
 * Updates locked orders after a command on their pieces: counters, days of work, status. Records the events of changed statuses; the command writes
 * its own audit row.
 */
export async function recalculateOrders(
  write: Write,
  actor: Actor,
  orders: readonly RecalculatedOrder[],
  days: readonly string[],
): Promise<readonly OrderMoved[]> {
  const moved: OrderMoved[] = []
  for (const order of orders) {
    await refreshOrderTotals(write, actor, order.id)
    const to = statusFromSummary(order.status, await statusOf(write, order.id))
    if (to === order.status) continue
    await saveSettled(write, order.id, to)
    moved.push({ id: order.id, no: order.no, from: order.status, to })
  }
  const ids = orders.map(({ id }) => id)
  await recomputeDays(write, actor.plantId, ids, days)
  for (const { id } of moved) await recordEvent(write, actor, { name: 'orders.moved', subjectId: String(id) })
  return moved
}

async function statusOf(write: Write, orderId: number): Promise<StatusSummary> {
  const { rows } = await sql<StatusSummary>`
    select count(*)::int as pieces,
      count(*) filter (where p.status not in ('planned', 'issued') or p.step_part > 0)::int as started,
      count(*) filter (where p.steps_done >= r.work_steps and p.status not in ('ncr_open', 'rework'))::int as "workDone",
      count(*) filter (where p.status in ('shipped', 'received'))::int as shipped
    from pieces p join marks m on m.id = p.mark_id
      left join (select s.route_id, count(*) filter (where kind = 'work') as work_steps
        from route_steps s join processes on processes.id = s.process_id group by s.route_id) r on r.route_id = m.route_id
    where p.order_id = ${orderId} and p.status <> all(${uncounted}::text[])`.execute(write)
  return rows[0] ?? { pieces: 0, started: 0, workDone: 0, shipped: 0 }
}

/** The pieces change the status, not a person. The version stays, so that reports do not invalidate an open form. */
async function saveSettled(write: Write, orderId: number, to: OrderStatus): Promise<void> {
  await sql`
    update orders set status = ${to},
      started_at = case when ${to} = 'released' then null else coalesce(started_at, now()) end,
      completed_at = case when ${to} in ('completed', 'shipped') then coalesce(completed_at, now()) end
    where id = ${orderId}`.execute(write)
}
