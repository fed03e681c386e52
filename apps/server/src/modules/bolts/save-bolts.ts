import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { boltsApi, OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import { designationOf } from '@cloud-factory/domain/bolts/bought-items'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { orderForUpdate } from '../orders/public.ts'
import { canEditBolts } from './bolts.policy.ts'
import { oneOrderBolt } from './bolts.queries.ts'
import { type BoltLineInput, insertBolts, itemIds } from './bolts.store.ts'

type Api = typeof boltsApi

async function editableOrder(write: Write, actor: Actor, orderId: string) {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canEditBolts(actor.tags, order.status))
  return order
}

const lineText = (line: Pick<BoltLineInput, 'quantity' | 'mark'>, designation: string): string =>
  `${line.quantity} × ${designation} ${line.mark}`.trim()

/** Adds lines to the bolt list of an order. */
export async function addBolts(
  write: Write,
  actor: Actor,
  orderId: string,
  { items }: BodyOf<Api['POST /api/orders/:id/bolts']>,
): Promise<void> {
  const order = await editableOrder(write, actor, orderId)
  if (items.some((line) => designationOf(line) === '')) reject('bolt.no_name')
  await insertBolts(write, actor, order.id, items)
  await recordAction(write, actor, {
    action: 'bolts.add',
    subjectKind: 'order',
    event: 'bolts.listed',
    id: orderId,
    name: order.no,
    after: { lines: items.slice(0, 20).map((line) => lineText(line, designationOf(line))) },
  })
}

/** The line, locked after its order. */
async function editableLine(write: Write, actor: Actor, id: string, version: number) {
  const before = await oneOrderBolt(asReads(write), actor.plantId, id)
  const order = await editableOrder(write, actor, String(before.orderId))
  const row = await rowForUpdate(write, 'order_bolts', actor.plantId, id)
  const { orderId: _order, ...view } = await oneOrderBolt(asReads(write), actor.plantId, id)
  if (row.version !== version) fail('version.conflict', { current: view })
  return { order, row, view }
}

const recordLine = (
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly no: string },
  change: { readonly action: string; readonly before: OrderBolt; readonly after?: OrderBolt },
) =>
  recordAction(write, actor, {
    action: change.action,
    subjectKind: 'order',
    event: 'bolts.listed',
    id: String(order.id),
    name: order.no,
    before: { lines: [lineText(change.before, change.before.designation)] },
    ...(change.after === undefined
      ? {}
      : { after: { lines: [lineText(change.after, change.after.designation)] } }),
  })

/** Changes a line of the bolt list. */
export async function changeBolt(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...line }: BodyOf<Api['PATCH /api/order-bolts/:id']>,
): Promise<OrderBolt> {
  const { order, row, view } = await editableLine(write, actor, id, version)
  if (designationOf(line) === '') reject('bolt.no_name')
  const [itemId = 0] = await itemIds(write, actor.plantId, [line])
  const { mark, connection, place, quantity, extraPercent, note } = line
  await saveRow(write, actor, 'order_bolts', row.id, {
    item_id: itemId,
    mark,
    connection,
    place,
    quantity,
    extra_percent: extraPercent,
    note,
  })
  const { orderId: _order, ...after } = await oneOrderBolt(asReads(write), actor.plantId, id)
  await recordLine(write, actor, order, { action: 'bolts.update', before: view, after })
  return after
}

/** Deletes a line of the bolt list. */
export async function deleteBolt(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { order, row, view } = await editableLine(write, actor, id, version)
  await deleteRow(write, actor.plantId, 'order_bolts', row.id)
  await recordLine(write, actor, order, { action: 'bolts.delete', before: view })
}
