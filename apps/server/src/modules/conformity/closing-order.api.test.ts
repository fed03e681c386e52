import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Factory, newHistory, openFactory } from '../quality-documents/factory.fixtures.ts'
import { sentSteps, take } from '../quality-documents/steps.fixtures.ts'

// An order closes by the same answer that its row, the list of its pieces and its labels show.

let factory: Factory
beforeAll(async () => {
  factory = await openFactory()
}, 300_000)
afterAll(() => factory.app.close())

test('an order with a piece that does not conform says so before closing, and closes once it does', async () => {
  const { call } = factory
  const history = await newHistory(factory)
  const { orderId } = history
  for (const [action, what] of sentSteps) await take(factory, history, { action, what, pieces: 7, choice: 1 })
  const url = `/api/orders/${orderId}`
  const closing = async () => {
    const { version, can } = (await call('GET', url)).body
    const { items } = (await call('GET', '/api/orders?status=shipped')).body
    const listed = items.find(({ id }: { id: string }) => id === orderId)
    expect(listed.can.close).toBe(can.close)
    return { version, close: can.close }
  }
  expect((await closing()).close).toBe(true)
  const { items: pieces } = (await call('GET', `${url}/pieces`)).body
  const facts = {
    defectId: factory.defect,
    severity: 'major',
    description: '咬边',
    crewId: null,
    dueOn: null,
  }
  const of = { source: 'piece', pieces: [pieces[0].id], inspectionId: null, itemId: null }
  const { id } = (await call('POST', '/api/ncrs', { ...facts, ...of })).body
  const { version, close } = await closing()
  expect(close).toBe('order.piece_kept')
  const reply = await call('POST', `${url}/close`, { version })
  expect(reply).toMatchObject({ status: 409, body: { params: { reason: 'pack.piece_ncr' } } })
  const { items: labels } = (await call('GET', `${url}/labels`)).body
  expect(labels[0].missing).toEqual(['ncr_open'])
  const report = (await call('GET', `/api/ncrs/${id}`)).body
  await call('POST', `/api/ncrs/${id}/cancel`, { version: report.version, note: '误报' })
  const after = await closing()
  expect(after.close).toBe(true)
  expect((await call('POST', `${url}/close`, { version: after.version })).body.status).toBe('closed')
})
