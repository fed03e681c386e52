import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { loggedActions } from '../../../test/people.ts'
import { now, viewer } from '../orders/orders.fixtures.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import type { ConformityPort } from '../production/work-ports.ts'
import { closePackage, reopenPackage } from './pack-pieces.ts'
import { listDeliveries, listDeliveryPieces, oneDelivery } from './deliveries.queries.ts'
import { finishLoading, loadPackages, unload, weighDelivery } from './load-delivery.ts'
import { onePackage } from './packages.queries.ts'
import { type ReceiptInput, receiveDelivery, recallDelivery, sendDelivery } from './send-delivery.ts'
import { deleteDelivery, updateDelivery } from './save-delivery.ts'
import {
  allConform,
  noneStopped,
  deliveryInput,
  newDelivery,
  newPackages,
  openYard,
  pieceStatus,
  shipper,
  type Yard,
} from './shipping.fixtures.ts'

let testDb: TestDatabase
let yard: Yard
beforeAll(async () => {
  testDb = await testDatabase()
}, 60_000)
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  yard = await openYard(testDb.db)
})

const view = (id: string) => oneDelivery(testDb.db.reads, shipper, id)
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

/** A closed package of an order's pieces. */
async function closedPackage(from: Yard, pieces: readonly string[], packingKg = 0): Promise<string> {
  const [box] = await newPackages(testDb.db, from.orderId, { contents: [[...pieces]], packingKg })
  const id = box?.id ?? ''
  await testDb.db.tx((write) =>
    closePackage(write, shipper, id, { version: box?.version ?? 0, weighedKg: null }, now, allConform),
  )
  return id
}

async function action(
  work: (
    write: Parameters<typeof finishLoading>[0],
    actor: typeof shipper,
    id: string,
    input: never,
    now: Date,
    conformity: ConformityPort,
  ) => Promise<void>,
  id: string,
  input: object = {},
) {
  const { version } = await view(id)
  await testDb.db.tx((write) => work(write, shipper, id, { version, ...input } as never, now, allConform))
}

/** A delivery whose truck is loaded with one package of these pieces. */
async function loadedDelivery(pieces: readonly string[] = yard.pieceIds): Promise<string> {
  const id = await newDelivery(testDb.db, yard.projectId, { packageIds: [await closedPackage(yard, pieces)] })
  await action(finishLoading, id)
  return id
}
const weigh = (id: string, tareKg: number, weighbridgeKg: number) =>
  action(weighDelivery, id, { tareKg, weighbridgeKg })
const send = (id: string, differenceReason: string | null = null) =>
  action(sendDelivery, id, { differenceReason })
const receipt = (overrides: Partial<ReceiptInput> = {}): ReceiptInput => ({
  receiptKey: '7b1e2f3a-0000-4000-8000-000000000001',
  receivedBy: '工地李工',
  receiptNote: null,
  signatureSha256: 'a'.repeat(64),
  exceptions: [],
  ...overrides,
})
const receive = (id: string, overrides: Partial<ReceiptInput> = {}) =>
  testDb.db.tx((write) => receiveDelivery(write, shipper, id, receipt(overrides), now))

describe('a draft', () => {
  test('takes the day’s next number and closed packages of its project', async () => {
    const packageId = await closedPackage(yard, yard.pieceIds.slice(0, 2), 30)
    const id = await newDelivery(testDb.db, yard.projectId, { packageIds: [packageId] })
    expect(await view(id)).toMatchObject({
      no: 'DN-20260320-01',
      status: 'draft',
      packages: 1,
      pieces: 2,
      netKg: 200,
      grossKg: 230,
      can: { load: true, send: 'delivery.not_loaded', receive: 'delivery.not_sent' },
    })
    const other = await newDelivery(testDb.db, yard.projectId)
    expect(await view(other)).toMatchObject({ no: 'DN-20260320-02', can: { load: 'delivery.empty' } })
  })
  test('of packages of several orders of one project', async () => {
    const second = await openYard(testDb.db, { project: yard.projectId })
    const id = await newDelivery(testDb.db, yard.projectId, {
      packageIds: [
        await closedPackage(yard, yard.pieceIds.slice(0, 1)),
        await closedPackage(second, second.pieceIds),
      ],
    })
    expect(await view(id)).toMatchObject({ packages: 2, pieces: 7, netKg: 700 })
    const { items, total } = await listDeliveryPieces(testDb.db.reads, 1, { id }, {})
    expect([total, items[0]?.serial]).toEqual([7, 'GL-1-001'])
    expect((await listDeliveries(testDb.db.reads, viewer, { orderId: second.orderId })).total).toBe(1)
  })
  test('refuses open packages, those of other projects, and those on another truck', async () => {
    const [open] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 1)] })
    await expect(
      newDelivery(testDb.db, yard.projectId, { packageIds: [open?.id ?? ''] }),
    ).rejects.toMatchObject(refused('package.not_closed'))
    const foreign = await openYard(testDb.db)
    const theirs = await closedPackage(foreign, foreign.pieceIds)
    await expect(newDelivery(testDb.db, yard.projectId, { packageIds: [theirs] })).rejects.toMatchObject(
      refused('package.other_project'),
    )
    await newDelivery(testDb.db, foreign.projectId, { packageIds: [theirs] })
    await expect(newDelivery(testDb.db, foreign.projectId, { packageIds: [theirs] })).rejects.toMatchObject(
      refused('package.on_delivery'),
    )
  })
  test('gives packages back when they are taken down or it is deleted', async () => {
    const packageId = await closedPackage(yard, yard.pieceIds)
    const id = await newDelivery(testDb.db, yard.projectId, { packageIds: [packageId] })
    await action(loadPackages, id, { packageIds: [packageId], remove: true })
    expect(await view(id)).toMatchObject({ packages: 0, netKg: 0 })
    await action(loadPackages, id, { packageIds: [packageId], remove: false })
    const { version } = await view(id)
    await testDb.db.tx((write) => deleteDelivery(write, shipper, id, version))
    expect(await onePackage(testDb.db.reads, shipper, packageId)).toMatchObject({
      delivery: null,
      status: 'closed',
    })
  })
  test('is changed with its version, and found by truck and project', async () => {
    const id = await newDelivery(testDb.db, yard.projectId)
    const { projectId: _p, packageIds: _k, ...fields } = deliveryInput(yard.projectId)
    const change = (version: number) =>
      testDb.db.tx((write) =>
        updateDelivery(write, shipper, id, { ...fields, version, no: 'D-1', truckPlate: '苏E99' }),
      )
    await change(1)
    expect(await view(id)).toMatchObject({ no: 'D-1', truckPlate: '苏E99', version: 2 })
    await expect(change(1)).rejects.toMatchObject({ code: 'version.conflict' })
    for (const q of ['E99', 'd-1', '体育'])
      expect((await listDeliveries(testDb.db.reads, viewer, { q })).total).toBe(1)
    expect((await listDeliveries(testDb.db.reads, viewer, { q: '沪A' })).total).toBe(0)
  })
})

describe('the weighbridge', () => {
  test('within the alarm: the truck leaves', async () => {
    const id = await loadedDelivery()
    await weigh(id, 9000, 9650)
    expect(await view(id)).toMatchObject({ weighedKg: 650, differenceKg: 50, differs: false })
    await send(id)
    expect(await view(id)).toMatchObject({ status: 'sent', sentBy: '赵发运', differenceReason: null })
  })
  test('beyond it: only with a reason, which is kept', async () => {
    const id = await loadedDelivery()
    await weigh(id, 9000, 9660)
    expect(await view(id)).toMatchObject({ differenceKg: 60, differs: true })
    await expect(send(id)).rejects.toMatchObject(refused('delivery.weight_differs'))
    await send(id, '司机带备胎')
    expect(await view(id)).toMatchObject({ status: 'sent', differenceReason: '司机带备胎' })
  })
  test('a full truck is not lighter than an empty one', async () => {
    const id = await loadedDelivery()
    await expect(weigh(id, 9000, 8999)).rejects.toMatchObject({ code: 'request.invalid' })
  })
  test('unloading voids the weight of the full truck', async () => {
    const id = await loadedDelivery()
    await weigh(id, 9000, 9600)
    await action(unload, id, { reason: '加一包' })
    expect(await view(id)).toMatchObject({ status: 'draft', tareKg: 9000, weighbridgeKg: null })
  })
})

describe('sending', () => {
  test('ships the pieces; the order is shipped when all of them are', async () => {
    const first = await loadedDelivery(yard.pieceIds.slice(0, 2))
    await send(first)
    expect(await pieceStatus(testDb.db, yard.pieceIds[0] ?? '')).toBe('shipped')
    expect(await oneOrder(testDb.db.reads, shipper, yard.orderId, now)).toMatchObject({
      status: 'completed',
    })
    const second = await loadedDelivery(yard.pieceIds.slice(2))
    await send(second)
    expect(await oneOrder(testDb.db.reads, shipper, yard.orderId, now)).toMatchObject({ status: 'shipped' })
  })
  test('is taken back until it is received', async () => {
    const id = await loadedDelivery()
    await send(id)
    await action(recallDelivery, id, { reason: '车坏了' })
    expect(await view(id)).toMatchObject({ status: 'loaded', sentAt: null })
    expect(await pieceStatus(testDb.db, yard.pieceIds[0] ?? '')).toBe('packed')
    await send(id)
    await receive(id)
    await expect(action(recallDelivery, id, { reason: 'x' })).rejects.toMatchObject(
      refused('delivery.received'),
    )
  })
  test('is refused from a draft, twice, and with a held piece', async () => {
    const id = await newDelivery(testDb.db, yard.projectId, {
      packageIds: [await closedPackage(yard, yard.pieceIds)],
    })
    await expect(send(id)).rejects.toMatchObject(refused('delivery.not_loaded'))
    await action(finishLoading, id)
    await testDb.db.tx((write) =>
      sql`update pieces set holds = 1 where id = ${yard.pieceIds[3]}`.execute(write),
    )
    await expect(send(id)).rejects.toMatchObject({ facts: { params: { piece: 'GL-1-004' } } })
    await testDb.db.tx((write) => sql`update pieces set holds = 0`.execute(write))
    await send(id)
    await expect(send(id)).rejects.toMatchObject(refused('delivery.not_loaded'))
  })
  test('a package on a truck is not opened', async () => {
    const packageId = await closedPackage(yard, yard.pieceIds)
    await newDelivery(testDb.db, yard.projectId, { packageIds: [packageId] })
    const { version } = await onePackage(testDb.db.reads, shipper, packageId)
    await expect(
      testDb.db.tx((write) =>
        reopenPackage(write, shipper, packageId, { version, reason: 'x' }, now, noneStopped),
      ),
    ).rejects.toMatchObject(refused('package.on_delivery'))
  })
})

describe('receipt', () => {
  test('receives all but what is missing, and tells what was damaged', async () => {
    const id = await loadedDelivery()
    await send(id)
    const [gone = '', bent = '', fine = ''] = yard.pieceIds
    await receive(id, {
      receiptNote: '少一根',
      exceptions: [
        { pieceId: gone, kind: 'missing', note: '' },
        { pieceId: bent, kind: 'damaged', note: '翼缘变形' },
      ],
    })
    expect(await view(id)).toMatchObject({
      status: 'received',
      receivedBy: '工地李工',
      receiptNote: '少一根',
      missing: 1,
      damaged: 1,
      hasSignature: true,
    })
    expect(await Promise.all([gone, bent, fine].map((one) => pieceStatus(testDb.db, one)))).toEqual([
      'shipped',
      'received',
      'received',
    ])
    const { items } = await listDeliveryPieces(testDb.db.reads, 1, { id }, { exceptions: 'true' })
    expect(items.map(({ exception }) => exception)).toEqual([
      { kind: 'missing', note: '', found: null },
      { kind: 'damaged', note: '翼缘变形', found: null },
    ])
    expect(await loggedActions(testDb.db)).toContain('deliveries.receive')
  })
  test('the same receipt again changes nothing, another one is refused', async () => {
    const id = await loadedDelivery()
    await send(id)
    await receive(id)
    const { version } = await view(id)
    await receive(id, { receivedBy: '别人' })
    expect(await view(id)).toMatchObject({ version, receivedBy: '工地李工' })
    await expect(receive(id, { receiptKey: '7b1e2f3a-0000-4000-8000-000000000002' })).rejects.toMatchObject(
      refused('delivery.received'),
    )
  })
  test('of a truck that has not left, or of pieces that are not on it, is refused', async () => {
    const other = await openYard(testDb.db)
    const id = await loadedDelivery()
    await expect(receive(id)).rejects.toMatchObject(refused('delivery.not_sent'))
    await send(id)
    const exception = { pieceId: other.pieceIds[0] ?? '', kind: 'missing' as const, note: '' }
    await expect(receive(id, { exceptions: [exception] })).rejects.toMatchObject({ code: 'request.invalid' })
    const [own = ''] = yard.pieceIds
    await expect(
      receive(id, {
        exceptions: [
          { ...exception, pieceId: own },
          { ...exception, pieceId: own },
        ],
      }),
    ).rejects.toMatchObject({
      facts: { errors: [{ path: 'body.exceptions.1.pieceId', reason: 'duplicate' }] },
    })
  })
})
