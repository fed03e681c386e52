import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import { factsOf, mayEdit } from '../orders.rules.ts'
import { orderForUpdate, saveOrder } from '../orders.store.ts'

/** Gives an order another priority, whatever else of it somebody may be changing. */
export async function setPriority(write: Write, actor: Actor, id: string, priority: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const verdict = mayEdit(actor.tags, factsOf(order))
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict, status: order.status } })
  await saveOrder(write, actor, order.id, { priority })
  await recordAudit(write, actor, {
    action: 'orders.update',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { priority: order.priority },
    after: { priority },
  })
  await recordEvent(write, actor.plantId, {
    name: 'orders.changed',
    subjectId: id,
    payload: { no: order.no },
  })
}
