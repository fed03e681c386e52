import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { keeper } from '../material/material.fixtures.ts'
import { listStockBars } from '../material/stock-bars.queries.ts'
import { profile } from '../nesting/nests.fixtures.ts'
import { listDemand } from '../nesting/shortages.queries.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { listLines, onOrderMetres } from './purchase-lines.queries.ts'
import { buyer, purchasePerson } from './purchases.fixtures.ts'
import { requestNestBars } from './request-bars.ts'
import { changePurchase, createPurchase, movePurchase } from './save-purchase.ts'
import { listStockValue } from './stock-value.ts'

let testDb: TestDatabase
let person: ReturnType<typeof purchasePerson>
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  person = purchasePerson(testDb.db)
  await person.nesting.steel.gradeId()
})
afterAll(() => testDb.close())

const demand = async () => {
  const { items } = await listDemand(testDb.db.reads, planner, {}, onOrderMetres)
  return items.map(({ missingM, stockM, onOrderM, shortM }) => ({ missingM, stockM, onOrderM, shortM }))
}
const refused = (reason: string) => ({ facts: { params: { reason } } })
const move = async (id: string, step: 'approve' | 'order' | 'close' | 'cancel') => {
  const { version } = await person.one(id)
  await testDb.db.tx((write) => movePurchase(write, buyer, id, { step, version }, now))
}

test('from a shortage to bars in stock: requested once, ordered, received in parts, valued', async () => {
  await person.nesting.order(5000, 3)
  expect(await demand()).toEqual([{ missingM: 30, stockM: 0, onOrderM: 0, shortM: 30 }])
  const id = await person.request()
  // 31.5 m with the allowance.
  expect(await person.one(id)).toMatchObject({
    status: 'draft',
    items: [{ profile, lengthMm: 12_000, pieces: 3, form: 'section', order: { no: expect.any(String) } }],
    can: { approve: 'purchase.no_supplier', receive: 'purchase.draft' },
  })
  expect(await demand()).toEqual([{ missingM: 30, stockM: 0, onOrderM: 36, shortM: 0 }])
  await expect(person.request()).rejects.toMatchObject(refused('purchase.nothing_short'))

  const order = await person.ordered(id)
  expect(order.orderedAt).toBe(now.toISOString())
  const line = order.items[0]?.id ?? ''
  await person.receive(id, line, 1, 790)
  expect(await person.one(id)).toMatchObject({
    status: 'partly_received',
    receivedKg: 790,
    items: [{ received: 1, deviation: expect.any(Number) }],
    receipts: [{ line: 1, pieces: 1, kg: 790 }],
    can: { cancel: 'purchase.partly_received', close: true },
  })
  // In quarantine, but nobody buys it again.
  expect(await demand()).toEqual([{ missingM: 30, stockM: 12, onOrderM: 24, shortM: 0 }])
  await person.receive(id, line, 2)
  expect(await person.one(id)).toMatchObject({ status: 'received', can: { receive: 'purchase.received' } })
  const { items } = await listStockBars(testDb.db.reads, keeper, {})
  expect(items.map(({ lengthMm, location }) => [lengthMm, location])).toEqual([
    [12_000, 'A-1'],
    [12_000, 'A-1'],
    [12_000, 'A-1'],
  ])
  expect((await listStockValue(testDb.db.reads, buyer, {})).items).toMatchObject([
    { bars: 3, metres: 36, kg: 2359.6, pricePerTonne: 4000, value: 9438.4 },
  ])
})

test('the average price moves with each receipt; closed and cancelled lines are missing again', async () => {
  await person.nesting.order(5000, 6)
  const first = await person.ordered(await person.request(), { pricePerTonne: 4000 })
  await person.receive(first.id, first.items[0]?.id ?? '', 1, 800)
  await move(first.id, 'close')
  const second = await person.ordered(await person.request(), { pricePerTonne: 5000 })
  await person.receive(second.id, second.items[0]?.id ?? '', 3, 2400)
  const value = async () => (await listStockValue(testDb.db.reads, buyer, {})).items[0]
  // (4000 × 800 + 5000 × 2400) / 3200
  expect(await value()).toMatchObject({ pricePerTonne: 4750, kg: 3200, value: 15_200 })
  await move(second.id, 'close')
  const third = await person.request()
  expect(await demand()).toMatchObject([{ shortM: 0 }])
  await move(third, 'cancel')
  expect(await demand()).toMatchObject([{ stockM: 48, onOrderM: 0, shortM: 12 }])
})

test('more than ordered is received up to the tolerance, and a bar must be long enough', async () => {
  await person.nesting.order(5000, 12)
  await expect(person.request(4000)).rejects.toMatchObject(refused('purchase.bar_too_short'))
  const order = await person.ordered(await person.request(), { overPercent: 10 })
  expect(order.items[0]).toMatchObject({ pieces: 11, maxPieces: 12 })
  const line = order.items[0]?.id ?? ''
  await expect(person.receive(order.id, line, 13)).rejects.toMatchObject(refused('purchase.too_many'))
  await person.receive(order.id, line, 12)
  expect(await person.one(order.id)).toMatchObject({ status: 'received', items: [{ received: 12 }] })
})

test('the bars that a plan has to buy are requested once, and its parts need no other bars', async () => {
  await person.nesting.order(5000, 2)
  await person.nesting.bars(1)
  const nest = await person.nesting.solved({ buy: [{ lengthMm: 12_000, pricePerTonne: 4200 }] })
  const ask = () => testDb.db.tx((write) => requestNestBars(write, buyer, nest.id, now))
  expect(await demand()).toEqual([{ missingM: 0, stockM: 0, onOrderM: 0, shortM: 10 }])
  const id = await ask()
  expect(await person.one(id)).toMatchObject({ items: [{ pieces: 1, nest: { no: nest.no } }] })
  await expect(ask()).rejects.toMatchObject(refused('purchase.nothing_short'))
  await expect(person.request()).rejects.toMatchObject(refused('purchase.nothing_short'))
  await person.nesting.release(nest)
  expect(await demand()).toEqual([{ missingM: 10, stockM: 0, onOrderM: 12, shortM: 0 }])
  await expect(ask()).rejects.toMatchObject(refused('purchase.no_bars'))
})

test('requests collect in one requisition; it is changed line by line under its version', async () => {
  const note = { supplierId: null, overPercent: 5, note: '' }
  const line = { grade: 'Q355B', pricePerTonne: null, expectedOn: '2026-01-01', orderId: null }
  const id = await testDb.db.tx((write) =>
    createPurchase(
      write,
      buyer,
      { ...note, lines: [{ ...line, profile: '-20*2000*8000', lengthMm: null, pieces: 2 }] },
      now,
    ),
  )
  expect(await person.one(id)).toMatchObject({ items: [{ form: 'plate', kg: 5024, late: 'overdue' }] })
  await person.nesting.order(5000)
  expect(await person.request()).toBe(id)
  const { items, version } = await person.one(id)
  expect(items).toHaveLength(2)
  expect((await listLines(testDb.db.reads, buyer, { late: 'true' }, now)).total).toBe(1)
  const change = (at: number) =>
    testDb.db.tx((write) =>
      changePurchase(
        write,
        buyer,
        id,
        {
          version: at,
          ...note,
          lines: items.slice(0, 1).map((one) => ({ ...one, pieces: 5, orderId: null })),
        },
        now,
      ),
    )
  await change(version)
  expect(await person.one(id)).toMatchObject({ items: [{ id: items[0]?.id, pieces: 5, kg: 12_560 }] })
  await expect(change(version)).rejects.toMatchObject({ code: 'version.conflict' })
  await expect(move(id, 'order')).rejects.toMatchObject(refused('purchase.draft'))
})
