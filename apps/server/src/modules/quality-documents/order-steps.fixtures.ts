import { parsedList, parsedMark, readImport } from '../orders/orders.fixtures.ts'
import type { Factory, History } from './factory.fixtures.ts'

/** What a new list of the order says; each comes with one mark more or less, more pieces, or other figures. */
const revisions = {
  more: [parsedMark('GL-1', { quantity: 4 })],
  fewer: [parsedMark('GL-1', { quantity: 2 })],
  heavier: [parsedMark('GL-1', { quantity: 3, netKg: 120, revision: 'B' })],
  other: [parsedMark('GL-1', { quantity: 3 }), parsedMark('GL-2', { quantity: 1 })],
  gone: [parsedMark('GL-2', { quantity: 1 })],
} as const
type Revision = keyof typeof revisions
export const revisionSteps = [...(Object.keys(revisions) as Revision[]), 'undo']

/** Applies a revision whole, or takes the latest one back. */
export async function stepWithRevision({ call, app }: Factory, { orderId }: History, what: string) {
  if (what === 'undo') {
    const { items } = (await call('GET', `/api/orders/${orderId}/imports?pageSize=1`)).body
    if (items[0] !== undefined) await call('POST', `/api/imports/${items[0].id}/undo`, {})
    return
  }
  const marks = revisions[what as Revision].map((mark) => ({ ...mark, name: '钢次梁' }))
  const id = await readImport(app.database.db, orderId, parsedList(marks))
  await call('POST', `/api/imports/${id}/decisions`, { decision: 'accept' })
  await call('POST', `/api/imports/${id}/apply`, {})
}

/** Closes the order; what its `can` says beforehand, and what became of it. */
export async function closeOrder({ call }: Factory, { orderId }: History) {
  const { version, can } = (await call('GET', `/api/orders/${orderId}`)).body
  const reply = await call('POST', `/api/orders/${orderId}/close`, { version })
  return [{ action: 'close order', allowed: can.close === true, done: reply.status === 200 }]
}
