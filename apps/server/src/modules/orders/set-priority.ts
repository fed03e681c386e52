import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { factsOf, canEdit } from './orders.rules.ts'
import { orderForUpdate, saveOrder } from './orders.store.ts'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'

/** Changes an order's priority, even if another user edits the order. */
export async function setPriority(
  write: Write,
  actor: Actor,
  id: string,
  priority: OrderRow['priority'],
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const verdict = canEdit(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  await saveOrder(write, actor, order.id, { priority })
  await recordAudit(write, actor, {
    action: 'orders.update',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { priority: order.priority },
    after: { priority },
  })
  await recordEvent(write, actor, { name: 'orders.changed', subjectId: id })
}
