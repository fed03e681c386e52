import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi, OrderRow } from '@cloud-factory/contract/orders/orders'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { assignRecord } from '../inbox/public.ts'
import { oneOrder } from './orders.queries.ts'
import { factsOf, canEdit, canDelete, canMove, needsReason } from './orders.policy.ts'
import { insertOrder, orderForUpdate, saveOrder, deleteOrderRow, closeHold } from './orders.store.ts'
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
  requireEditable(actor, order)
  const fields = fieldsOf(input)
  const changes = changesOf(order, fields)
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

function requireEditable(actor: Actor, order: LockedOrder): void {
  requireAllowed(canEdit(actor.tags, factsOf(order)), { status: order.status })
}

async function requireOpenProject(write: Write, actor: Actor, projectId: string): Promise<void> {
  const project = await projectForUpdate(write, actor.plantId, projectId)
  requireAllowed(canTakeOrder({ status: project.status, orders: project.orders }), { project: project.code })
}

/** The columns that an input changes. */
function fieldsOf(input: CreateInput) {
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
  requireAllowed(canMove(actor.tags, factsOf(order), input.to), { status: from })
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
  requireAllowed(canDelete(actor.tags, factsOf(order)), { status: order.status })
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

type AssignInput = BodyOf<(typeof ordersApi)['POST /api/orders/:id/assign']>

/** Assigns an order to a person, or to nobody. */
export async function assignOrder(
  write: Write,
  actor: Actor,
  id: string,
  { version, assigneeId }: AssignInput,
  now: Date,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, version, now)
  requireEditable(actor, order)
  await assignRecord(write, actor, { kind: 'order', row: order, to: assigneeId, at: now })
}

type DueDaysInput = BodyOf<(typeof ordersApi)['POST /api/orders/due-days']>

/** Changes the due days of several orders, or of none if one of them was changed by somebody else or is closed. */
export async function setDueDays(
  write: Write,
  actor: Actor,
  { items }: DueDaysInput,
  now: Date,
): Promise<{ items: { id: string; version: number }[] }> {
  const versions = new Map<string, number>()
  // In one sequence, so that two people who change the same orders do not wait for each other.
  for (const { id, version, dueOn } of items.toSorted((one, other) => Number(one.id) - Number(other.id))) {
    const order = await orderForUpdate(write, actor.plantId, id)
    await requireVersion(write, actor, order, version, now)
    versions.set(id, await setField(write, actor, order, { due_on: dueOn }))
  }
  return { items: items.map(({ id }) => ({ id, version: versions.get(id) ?? 0 })) }
}

/** Changes an order's priority, even if another user edits the order. */
export async function setPriority(
  write: Write,
  actor: Actor,
  id: string,
  priority: OrderRow['priority'],
): Promise<void> {
  await setField(write, actor, await orderForUpdate(write, actor.plantId, id), { priority })
}

type LockedOrder = Awaited<ReturnType<typeof orderForUpdate>>

/** Changes one value of an order; writes nothing if it does not differ. Returns the order's version. */
async function setField(
  write: Write,
  actor: Actor,
  order: LockedOrder,
  field: { readonly priority: OrderRow['priority'] } | { readonly due_on: string | null },
): Promise<number> {
  requireEditable(actor, order)
  const changes = changesOf<Partial<LockedOrder>>(order, field)
  if (changes === null) return order.version
  await saveOrder(write, actor, order.id, field)
  const subject = { subjectKind: 'order', subjectId: String(order.id), subjectName: order.no }
  await recordAudit(write, actor, { action: 'orders.update', ...subject, ...changes })
  await recordEvent(write, actor, { name: 'orders.changed', subjectId: String(order.id) })
  return order.version + 1
}
