import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { oneDelivery } from '../shipping/deliveries.queries.ts'
import { packingOf } from '../shipping/packing.queries.ts'
import { recallDelivery, receiveDelivery } from '../shipping/send-delivery.ts'
import {
  keeping,
  openYard,
  pieceStatus,
  sentDelivery,
  shipper,
  type Yard,
} from '../shipping/shipping.fixtures.ts'
import { rowOf, siteOf } from './erection.fixtures.ts'
import { onePhoto } from '../../platform/files/photos.store.ts'
import { addSitePhotos, undoSiteReport } from './report-site.ts'
import { scannedSitePiece } from './scanned-piece.queries.ts'
import { listSiteReports } from './site-reports.queries.ts'

let testDb: TestDatabase
let yard: Yard
let site: ReturnType<typeof siteOf>
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  yard = await openYard(testDb.db)
  site = siteOf(testDb, yard)
})
afterAll(() => testDb.close())

const refused = (reason: string) => ({ facts: { params: { reason } } })
const undo = async (serial: string) => {
  const { items } = await listSiteReports(testDb.db.reads, shipper, { orderId: yard.orderId })
  const found = items.find(({ piece, undone }) => piece.serial === serial && undone === null)
  return testDb.db.tx((write) =>
    undoSiteReport(write, shipper, { id: found?.id ?? '0', reason: 'typing error', now }),
  )
}
const receive = (id: string, exceptions: { pieceId: string; kind: 'missing' | 'damaged'; note: string }[]) =>
  testDb.db.tx((write) =>
    receiveDelivery(
      write,
      shipper,
      id,
      {
        receivedBy: 'Li',
        receiptNote: null,
        receiptKey: randomUUID(),
        exceptions,
        signatureSha256: 'a'.repeat(64),
      },
      now,
    ),
  )

test('counts of a lot are those of shipping, and follow reports and undoing', async () => {
  await site.plan(rowOf('GL-1', 'L1'))
  const [a = '', b = '', c = '', d = '', e = ''] = yard.pieceIds
  await sentDelivery(testDb.db, yard, [a, b, c, d, e])
  expect(await site.report('received', ['GL-1-001', a])).toEqual(['reported', 'already'])
  expect(await site.report('erected', ['GL-1-001', 'GL-1-002'])).toEqual(['reported', 'reported'])
  expect(await site.report('missing', ['GL-1-003'])).toEqual(['reported'])
  await expect(site.report('damaged', ['GL-1-004'])).rejects.toMatchObject(refused('site.note_missing'))
  expect(await site.report('damaged', ['GL-1-004'], { note: 'bent' })).toEqual(['reported'])
  expect(await site.report('returned', ['GL-1-004'], { note: 'to straighten' })).toEqual(['reported'])
  const { counts } = await site.lotOf('L1')
  const numbers = Object.fromEntries(Object.entries(counts).map(([name, { pieces }]) => [name, pieces]))
  expect(numbers).toEqual({
    planned: 6,
    made: 6,
    shipped: 5,
    received: 3,
    erected: 2,
    missing: 1,
    damaged: 0,
    returned: 1,
  })
  const packing = await packingOf({ reads: testDb.db.reads, withheld: keeping() }, shipper, yard.orderId)
  expect(packing.received).toEqual(counts.received)
  // The receipt that was recorded with the erection goes with it; the one that was reported stays.
  await undo('GL-1-002')
  expect([await site.stateOf('GL-1-002'), await pieceStatus(testDb.db, b)]).toEqual(['on_the_way', 'shipped'])
  await undo('GL-1-001')
  expect(await site.stateOf('GL-1-001')).toBe('received')
  await undo('GL-1-004')
  expect(await site.stateOf('GL-1-004')).toBe('damaged')
})

test('reports out of order have a clear outcome', async () => {
  const [a = '', b = ''] = yard.pieceIds
  expect(await site.report('erected', [a, 'X-9'])).toEqual(['site.not_shipped', 'work.unknown_piece'])
  await sentDelivery(testDb.db, yard, [a, b])
  expect(await site.report('returned', [a], { note: 'x' })).toEqual(['site.not_received'])
  expect(await site.report('erected', [a])).toEqual(['reported'])
  for (const [kind, reason] of [
    ['erected', 'already'],
    ['received', 'already'],
    ['missing', 'site.erected_already'],
    ['damaged', 'site.erected_already'],
    ['returned', 'site.erected_already'],
  ] as const)
    expect(await site.report(kind, [a], { note: 'x' })).toEqual([reason])
  const scanned = await scannedSitePiece(testDb.db.reads, shipper, 'gl-1-001')
  expect(scanned).toMatchObject({ state: 'erected', can: { erected: 'site.here_already' } })
  expect((await scannedSitePiece(testDb.db.reads, planner, scanned.qr)).can.missing).toBe('permission.denied')
})

test('a request sent twice counts once, even after its report was undone', async () => {
  const [a = ''] = yard.pieceIds
  await sentDelivery(testDb.db, yard, [a])
  const clientKey = randomUUID()
  expect(await site.report('erected', [a], { clientKey })).toEqual(['reported'])
  await undo('GL-1-001')
  expect(await site.report('erected', [a], { clientKey })).toEqual(['already'])
  expect(await site.stateOf('GL-1-001')).toBe('on_the_way')
})

test('two people report one piece at once: it is erected once', async () => {
  const [a = ''] = yard.pieceIds
  await sentDelivery(testDb.db, yard, [a])
  const both = await Promise.all([site.report('erected', [a]), site.report('erected', [a])])
  expect(both.flat().toSorted()).toEqual(['already', 'reported'])
  expect((await listSiteReports(testDb.db.reads, shipper, {})).total).toBe(1)
})

test('site reports and the signed receipt agree', async () => {
  const [a = '', b = '', c = ''] = yard.pieceIds
  const delivery = await sentDelivery(testDb.db, yard, [a, b, c])
  await site.report('received', [a])
  const reason = 'wrong truck'
  const { version } = await oneDelivery(testDb.db.reads, shipper, delivery)
  await expect(
    testDb.db.tx((write) => recallDelivery(write, shipper, delivery, { version, reason }, now)),
  ).rejects.toMatchObject(refused('work.later_step_done'))
  await expect(receive(delivery, [{ pieceId: a, kind: 'missing', note: '' }])).rejects.toMatchObject(
    refused('delivery.piece_received'),
  )
  await receive(delivery, [
    { pieceId: b, kind: 'missing', note: '' },
    { pieceId: c, kind: 'damaged', note: 'paint' },
  ])
  expect([
    await site.stateOf('GL-1-001'),
    await site.stateOf('GL-1-002'),
    await site.stateOf('GL-1-003'),
  ]).toEqual(['received', 'missing', 'damaged'])
  await expect(undo('GL-1-001')).rejects.toMatchObject(refused('site.receipt_signed'))
  // It was under the others.
  await site.report('erected', [b])
  expect(await site.stateOf('GL-1-002')).toBe('erected')
  expect(await oneDelivery(testDb.db.reads, shipper, delivery)).toMatchObject({ missing: 1, found: 1 })
})

test('photos of damage belong to their report; viewers and undone reports get none', async () => {
  const [a = ''] = yard.pieceIds
  await sentDelivery(testDb.db, yard, [a])
  await site.report('received', ['GL-1-001'])
  await site.report('damaged', ['GL-1-001'], { note: 'flange bent' })
  const latest = async () =>
    (await listSiteReports(testDb.db.reads, shipper, { orderId: yard.orderId })).items[0]
  const id = (await latest())?.id ?? ''
  const photo = { fileName: 'bent.jpg', type: 'image/jpeg', bytes: 3, sha256: 'b'.repeat(64) }
  const add = (actor = shipper) =>
    testDb.db.tx((write) => addSitePhotos(write, actor, { id, saved: [photo], now }))
  await expect(add({ ...shipper, tags: ['order.view'] })).rejects.toMatchObject(refused('permission.denied'))
  await add()
  expect(await add()).toMatchObject({ photos: [{ name: 'bent.jpg', addedBy: shipper.cnName }] })
  const stored = await onePhoto(testDb.db.reads, 'site_photos', 1, (await latest())?.photos[0]?.id ?? '')
  expect(stored).toEqual({ name: 'bent.jpg', type: 'image/jpeg', bytes: 3, sha256: photo.sha256 })
  await expect(onePhoto(testDb.db.reads, 'site_photos', 2, '1')).rejects.toMatchObject({ code: 'not_found' })
  await undo('GL-1-001')
  await expect(add()).rejects.toMatchObject(refused('site.undone'))
  expect(await latest()).toMatchObject({ photos: [{ name: 'bent.jpg' }], can: { photo: 'site.undone' } })
})
