import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { loggedActions } from '../../../test/people.ts'
import { now, viewer } from '../orders/orders.fixtures.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import { closeOrder } from '../production/release-order.ts'
import { chief } from '../production/work.fixtures.ts'
import { listDeliveryPieces, oneDelivery } from './deliveries.queries.ts'
import { findMissing } from './save-delivery.ts'
import { receiveDelivery } from './send-delivery.ts'
import { allConform, openYard, pieceStatus, sentDelivery, shipper, type Yard } from './shipping.fixtures.ts'

let testDb: TestDatabase
let yard: Yard
let delivery: string
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  yard = await openYard(testDb.db)
  delivery = await sentDelivery(testDb.db, yard, yard.pieceIds)
})

const pieceAt = (at: number) => () => yard.pieceIds[at] ?? ''
const [gone, bent, fine] = [pieceAt(0), pieceAt(1), pieceAt(2)]
const later = new Date(now.getTime() + 86_400_000)
const receive = () =>
  testDb.db.tx((write) =>
    receiveDelivery(
      write,
      shipper,
      delivery,
      {
        receiptKey: '7b1e2f3a-0000-4000-8000-000000000001',
        receivedBy: '工地李工',
        receiptNote: null,
        signatureSha256: 'a'.repeat(64),
        exceptions: [
          { pieceId: gone(), kind: 'missing', note: '' },
          { pieceId: bent(), kind: 'damaged', note: '' },
        ],
      },
      now,
    ),
  )
const find = (pieceId: string, actor = shipper) =>
  testDb.db.tx((write) => findMissing(write, actor, delivery, { pieceId, note: '在二号塔吊下' }, later))
const view = (actor = shipper) => oneDelivery(testDb.db.reads, actor, delivery)
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

test('a missing piece turns up: it is received, and what was signed stays', async () => {
  await receive()
  expect(await view()).toMatchObject({ missing: 1, found: 0, can: { find: true } })
  expect((await view(viewer)).can.find).toBe('permission.denied')
  const before = await oneOrder(testDb.db.reads, shipper, yard.orderId, later)
  await find(gone())
  expect(await pieceStatus(testDb.db, gone())).toBe('received')
  expect(await view()).toMatchObject({
    status: 'received',
    missing: 1,
    found: 1,
    damaged: 1,
    can: { find: 'delivery.nothing_missing' },
  })
  const { items } = await listDeliveryPieces(testDb.db.reads, 1, { id: delivery }, { exceptions: 'true' })
  expect(items.map(({ exception }) => exception)).toEqual([
    { kind: 'missing', note: '', found: { at: later.toISOString(), by: '赵发运', note: '在二号塔吊下' } },
    { kind: 'damaged', note: '', found: null },
  ])
  const after = await oneOrder(testDb.db.reads, shipper, yard.orderId, later)
  expect(after.piecesByStatus.received).toBe((before.piecesByStatus.received ?? 0) + 1)
  expect(await loggedActions(testDb.db)).toContain('deliveries.find')
})

test('before the receipt, twice, and of pieces that arrived it is refused', async () => {
  await expect(find(gone())).rejects.toMatchObject(refused('delivery.not_received'))
  await receive()
  await expect(find(gone(), viewer)).rejects.toMatchObject(refused('permission.denied'))
  for (const piece of [bent(), fine(), '999999'])
    await expect(find(piece)).rejects.toMatchObject(refused('delivery.piece_not_missing'))
  await find(gone())
  await expect(find(gone())).rejects.toMatchObject(refused('delivery.nothing_missing'))
  expect(await view()).toMatchObject({ missing: 1, found: 1 })
})

test('an order with pieces missing on site is closed only with a reason, which is kept', async () => {
  await receive()
  await testDb.db.tx((write) =>
    sql`update orders set status = 'shipped' where id = ${yard.orderId}`.execute(write),
  )
  const { version } = await oneOrder(testDb.db.reads, chief, yard.orderId, later)
  const close = (input: { version: number; reason?: string }) =>
    testDb.db.tx((write) => closeOrder(write, chief, yard.orderId, input, later, allConform))
  await expect(close({ version })).rejects.toMatchObject(refused('order.pieces_missing'))
  await close({ version, reason: '现场已补做' })
  const after = await oneOrder(testDb.db.reads, chief, yard.orderId, later)
  expect(after.status).toBe('closed')
})
