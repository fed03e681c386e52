import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { importForUpdate, orderOfImport, saveUndone } from './imports.store.ts'
import { canUndo } from './imports.rules.ts'
import { factsOf, orderForUpdate } from '../orders/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import { issueUnstarted, recalculateOrders } from '../production/public.ts'
import type { RecordsPort } from './records.port.ts'
import { undoFactsOf } from './undo-facts.reads.ts'
import { restoreBefore } from './undo-import.store.ts'

/** Undoes an applied import: marks, parts and pieces return to their previous state. */
export async function undoImport(
  write: Write,
  actor: Actor,
  id: string,
  records: RecordsPort,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  const verdict = canUndo(actor.tags, await undoFactsOf(asReads(write), job, records), factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: job.status } })
  await restoreBefore(write, job)
  // The order was released since, so restored pieces are issued like the others.
  if (order.released_at !== null) await issueUnstarted(write, order.id)
  await recalculateOrders(write, actor, [{ ...order, status: factsOf(order).status }], [])
  await refreshProjectTotals(write, actor.plantId, [order.project_id])
  await saveUndone(write, actor, job.id)
  await recordAudit(write, actor, {
    action: 'orders.undo_import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: { importId: id },
  })
  await recordEvent(write, actor, {
    name: 'imports.undone',
    subjectId: id,
    orderId: String(order.id),
  })
}
