import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { oneOrder } from './orders.reads.ts'
import { factsOf, canEdit } from './orders.rules.ts'
import { insertOrder, type OrderFields, orderForUpdate, saveOrder } from './orders.store.ts'
import { canTakeOrder, projectForUpdate, refreshProjectTotals } from '../projects/public.ts'

type CreateInput = BodyOf<(typeof ordersApi)['POST /api/orders']>
type UpdateInput = BodyOf<(typeof ordersApi)['PATCH /api/orders/:id']>

/** Creates a draft; returns its id. */
export async function createOrder(write: Write, actor: Actor, input: CreateInput): Promise<string> {
  await requireOpenProject(write, actor, input.projectId)
  const fields = fieldsOf(input)
  const id = await rejectingDuplicate(input.no, () => insertOrder(write, actor, fields))
  await refreshProjectTotals(write, actor.plantId, [fields.project_id])
  const subject = { subjectKind: 'order', subjectId: String(id), subjectName: input.no }
  await recordAudit(write, actor, { action: 'orders.create', ...subject, after: input })
  await recordEvent(write, actor, { name: 'orders.created', subjectId: String(id) })
  return String(id)
}

/** Changes an order's own fields; writes nothing if nothing differs. */
export async function updateOrder(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
  now: Date,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, input.version, now)
  const verdict = canEdit(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  const fields = fieldsOf(input)
  const changes = changesOf<OrderFields>(order, fields)
  if (changes === null) return
  const moved = fields.project_id !== order.project_id
  if (moved) await requireOpenProject(write, actor, input.projectId)
  await rejectingDuplicate(input.no, () => saveOrder(write, actor, order.id, fields))
  if (moved) await refreshProjectTotals(write, actor.plantId, [order.project_id, fields.project_id])
  const subject = { subjectKind: 'order', subjectId: id, subjectName: input.no }
  await recordAudit(write, actor, { action: 'orders.update', ...subject, ...withoutSearch(changes) })
  await recordEvent(write, actor, { name: 'orders.changed', subjectId: id })
}

/** Fails with the current order when another user changed it since `version`. */
export async function requireVersion(
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly version: number },
  version: number,
  now: Date,
): Promise<void> {
  if (order.version === version) return
  fail('version.conflict', { current: await oneOrder(asReads(write), actor, String(order.id), now) })
}

async function requireOpenProject(write: Write, actor: Actor, projectId: string): Promise<void> {
  const project = await projectForUpdate(write, actor.plantId, projectId)
  const verdict = canTakeOrder({ status: project.status, orders: project.orders })
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, project: project.code } })
}

function fieldsOf(input: CreateInput): OrderFields {
  return {
    project_id: Number(input.projectId),
    no: input.no,
    name: input.name,
    customer_po: input.customerPo,
    priority: input.priority,
    due_on: input.dueOn,
    contract_tonnes: input.contractTonnes,
    note: input.note,
    search: searchText(input.no, input.name, input.customerPo),
  }
}

function withoutSearch<T extends { before: { search?: string }; after: { search?: string } }>(changes: T) {
  const { search: _before, ...before } = changes.before
  const { search: _after, ...after } = changes.after
  return { before, after }
}

async function rejectingDuplicate<T>(no: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'orders_no_key') throw error
    return fail('duplicate', { params: { field: 'no', value: no } })
  }
}
