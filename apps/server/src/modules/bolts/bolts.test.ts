import { type BoughtItem, parseBought } from '@cloud-factory/domain/bolts/bought-items'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { keeper } from '../material/material.fixtures.ts'
import { applyImport } from '../order-import/apply-import.ts'
import { nothingRecorded } from '../order-import/records.fixtures.ts'
import { undoImport } from '../order-import/undo-import.ts'
import {
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from '../orders/orders.fixtures.ts'
import { releasedOrder } from '../production/work.fixtures.ts'
import { receiveBoughtParts, requestBolts } from '../purchasing/buy-bolts.ts'
import { onOrderBolts } from '../purchasing/purchase-lines.queries.ts'
import { buyer, purchasePerson } from '../purchasing/purchases.fixtures.ts'
import { changePurchase, movePurchase } from '../purchasing/save-purchase.ts'
import { newDelivery, newPackages, shipper } from '../shipping/shipping.fixtures.ts'
import { listLots, receiveLot } from './bolt-lots.ts'
import { listTests, recordTest } from './bolt-tests.ts'
import { listNeeds, listOrderBolts } from './bolts.queries.ts'
import { issueBolts, listIssues, undoIssue } from './issue-bolts.ts'
import { addBolts, changeBolt, deleteBolt } from './save-bolts.ts'

let testDb: TestDatabase
let project: string
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  project = await newProject(testDb.db)
  order = await releasedOrder(testDb.db, project)
})
afterAll(() => testDb.close())

const refused = (reason: string) => ({ facts: { params: { reason } } })
const lineOf = (item: BoughtItem, quantity: number, mark = '', extraPercent = 0) => ({
  ...item,
  mark,
  connection: '',
  place: 'site' as const,
  quantity,
  extraPercent,
  note: '',
})
const set = parseBought('M20*70 10.9S GB/T 1228')
const add = (item: BoughtItem, quantity: number, extraPercent = 0) =>
  testDb.db.tx((write) =>
    addBolts(write, planner, order, { items: [lineOf(item, quantity, 'GL-1', extraPercent)] }),
  )
const list = async () => (await listOrderBolts(testDb.db.reads, planner, order, {})).items
const needs = async () => (await listNeeds(testDb.db.reads, buyer, {}, onOrderBolts)).items
const lots = async () => (await listLots(testDb.db.reads, keeper, {})).items
const receive = (quantity: number, lotNo = 'L1', item = set) =>
  testDb.db.tx((write) =>
    receiveLot(write, keeper, {
      ...item,
      lotNo,
      certificateNo: 'C1',
      location: '',
      boxes: 2,
      quantity,
      supplier: '紧固件厂',
      deliveryNote: 'D1',
      receivedOn: '2026-03-18',
    }),
  )
const issue = (lotId: string, quantity: number, packageId: string | null = null) =>
  testDb.db.tx((write) => issueBolts(write, shipper, { lotId, orderId: order, packageId, quantity }, now))
const judge = (lotId: string, readings: number[]) =>
  testDb.db.tx((write) =>
    recordTest(write, keeper, { kind: 'torque', lotId, reportNo: 'R-1', testedOn: '2026-03-19', readings }),
  )

test('lines by hand: added, changed under their version, deleted; equal parts share a designation', async () => {
  await add(set, 100, 3)
  await add(parseBought('M20x70 GB/T1228-2006 10.9S'), 10)
  const [first, second] = await list()
  expect(first).toMatchObject({
    designation: 'M20×70 10.9S GB/T 1228',
    required: 103,
    mark: 'GL-1',
    version: 1,
  })
  expect(second?.itemId).toBe(first?.itemId)
  const change = (version: number) =>
    testDb.db.tx((write) =>
      changeBolt(write, planner, first?.id ?? '', { version, ...lineOf(parseBought('STUD19*100'), 7) }),
    )
  expect(await change(1)).toMatchObject({ kind: 'stud', designation: '19×100', required: 7, version: 2 })
  await expect(change(1)).rejects.toMatchObject({ code: 'version.conflict' })
  await testDb.db.tx((write) => deleteBolt(write, planner, second?.id ?? '', 1))
  expect(await list()).toHaveLength(1)
  await expect(add({ ...set, size: '', grade: '', standard: '', lengthMm: null }, 1)).rejects.toMatchObject(
    refused('bolt.no_name'),
  )
})

test('an import brings the bolts of its list; a later one replaces them, and undoing it restores them', async () => {
  order = await newOrder(testDb.db, project, { no: 'W-2' })
  await add(parseBought('M12*40'), 5)
  const bring = async (quantity: number) => {
    const bought = [
      { ...set, mark: 'GL-1', place: 'shop' as const, quantity },
      { ...parseBought('M16*50 8.8'), mark: '', place: 'site' as const, quantity: 4 },
    ]
    const id = await readImport(testDb.db, order, { ...parsedList([parsedMark('GL-1')]), bought })
    await testDb.db.tx((write) => applyImport(write, planner, id))
    return id
  }
  const texts = async () => (await list()).map((row) => `${row.place} ${row.quantity} ${row.designation}`)
  await bring(16)
  const before = ['shop 16 M20×70 10.9S GB/T 1228', 'site 4 M16×50 8.8', 'site 5 M12×40']
  expect(await texts()).toEqual(before)
  const second = await bring(20)
  expect(await texts()).toEqual(['shop 20 M20×70 10.9S GB/T 1228', ...before.slice(1)])
  await testDb.db.tx((write) => undoImport(write, planner, second, nothingRecorded))
  expect(await texts()).toEqual(before)
})

test('from a need to a lot: requested once, ordered, received at the moving average', async () => {
  await add(set, 100, 10)
  await receive(10)
  expect(await needs()).toMatchObject([
    { required: 110, open: 110, stock: 10, onOrder: 0, short: 100, price: null },
  ])
  const itemIds = [(await needs())[0]?.id ?? '']
  const request = () => testDb.db.tx((write) => requestBolts(write, buyer, { itemIds }, now))
  const id = await request()
  await expect(request()).rejects.toMatchObject(refused('purchase.nothing_short'))
  const person = purchasePerson(testDb.db)
  const { items, version } = await person.one(id)
  expect(items).toMatchObject([
    { form: 'bought', itemId: itemIds[0], profile: set.size + '×70 10.9S GB/T 1228', pieces: 100 },
  ])
  const lines = items.map(({ order: of, ...line }) => ({ ...line, priceEach: 2.5, orderId: of?.id ?? null }))
  const supplierId = await person.supplier()
  await testDb.db.tx((write) =>
    changePurchase(write, buyer, id, { version, supplierId, overPercent: 0, note: '', lines }, now),
  )
  for (const [step, at] of [
    ['approve', 2],
    ['order', 3],
  ] as const)
    await testDb.db.tx((write) => movePurchase(write, buyer, id, { step, version: at }, now))
  expect(await needs()).toMatchObject([{ onOrder: 100, short: 0 }])
  const deliver = (quantity: number, lotNo: string) =>
    testDb.db.tx((write) =>
      receiveBoughtParts(
        write,
        buyer,
        id,
        {
          deliveryNote: lotNo,
          receivedOn: '2026-03-19',
          lots: [
            { lineId: items[0]?.id ?? '', quantity, lotNo, certificateNo: '', location: 'B-1', boxes: null },
          ],
        },
        now,
      ),
    )
  await deliver(60, 'A')
  await expect(deliver(41, 'B')).rejects.toMatchObject(refused('purchase.too_many'))
  await deliver(40, 'B')
  const received = await person.one(id)
  expect(received).toMatchObject({ status: 'received', amount: 250, items: [{ received: 100 }] })
  expect(received.receipts.map(({ receipt, heat, pieces }) => [receipt, heat, pieces])).toEqual([
    [null, 'A', 60],
    [null, 'B', 40],
  ])
  expect(await needs()).toMatchObject([{ stock: 110, onOrder: 0, short: 0, price: 2.5 }])
})

test('bolts are packed with the steel: never more than a lot has or the order needs; unpacking gives them back', async () => {
  await add(set, 50)
  const { id: lot } = await receive(40)
  const [pack] = await newPackages(testDb.db, order)
  await expect(issue(lot, 41, pack?.id)).rejects.toMatchObject(refused('bolt.lot_short'))
  await issue(lot, 30, pack?.id)
  const { id: more } = await receive(100, 'L2')
  await expect(issue(more, 21)).rejects.toMatchObject(refused('bolt.too_many'))
  const { id: other } = await receive(5, 'L3', parseBought('M16*50 8.8'))
  await expect(issue(other, 1)).rejects.toMatchObject(refused('bolt.not_listed'))
  const { id: shop } = await issue(more, 20)
  expect(await needs()).toMatchObject([{ issued: 50, open: 0, stock: 90, short: 0 }])
  await testDb.db.tx((write) => undoIssue(write, shipper, shop))
  expect(await needs()).toMatchObject([{ issued: 30, open: 20, stock: 110 }])
  const packed = await listIssues(testDb.db.reads, shipper, { packageId: pack?.id ?? '' })
  expect(packed.items).toMatchObject([{ quantity: 30, lot: { no: 'L1' }, can: { undo: true } }])
  const { rows } = await testDb.db.tx((write) =>
    sql<{ id: number }>`update packages set status = 'closed', closed_at = now() returning id`.execute(write),
  )
  expect(rows).toHaveLength(1)
  await expect(issue(lot, 1, pack?.id)).rejects.toMatchObject(refused('package.not_open'))
  const [row] = packed.items
  await expect(testDb.db.tx((write) => undoIssue(write, shipper, row?.id ?? ''))).rejects.toMatchObject(
    refused('package.not_open'),
  )
  const deliveryId = await newDelivery(testDb.db, project)
  await testDb.db.tx((write) => sql`update packages set delivery_id = ${deliveryId}`.execute(write))
  expect((await listIssues(testDb.db.reads, shipper, { deliveryId })).items).toMatchObject(
    packed.items.map(({ id }) => ({ id })),
  )
  await testDb.db.tx((write) => sql`delete from packages`.execute(write))
  expect((await lots()).find(({ lotNo }) => lotNo === 'L1')).toMatchObject({ free: 40 })
})

test('a lot needs its test where the project demands it; a failed one is neither issued nor counted', async () => {
  await add(set, 50)
  await expect(receive(3001)).rejects.toMatchObject(refused('bolt.lot_too_large'))
  const { id: lot } = await receive(60)
  await testDb.db.tx((write) => sql`update projects set bolt_tests_required = true`.execute(write))
  await expect(issue(lot, 10)).rejects.toMatchObject(refused('bolt.not_tested'))
  expect(
    await judge(
      lot,
      Array.from({ length: 8 }, () => 0.16),
    ),
  ).toMatchObject({ reason: 'bolt.mean_out' })
  await expect(issue(lot, 10)).rejects.toMatchObject(refused('bolt.test_failed'))
  expect(await needs()).toMatchObject([{ stock: 0, short: 50 }])
  expect(
    await judge(
      lot,
      Array.from({ length: 8 }, () => 0.13),
    ),
  ).toMatchObject({ mean: 0.13, reason: null })
  await issue(lot, 10)
  await testDb.db.tx((write) =>
    recordTest(write, keeper, {
      kind: 'slip',
      orderId: order,
      reportNo: 'S-1',
      testedOn: '2026-03-19',
      surface: '喷砂',
      designValue: 0.45,
      readings: [0.44, 0.5, 0.6],
    }),
  )
  const { items } = await listTests(testDb.db.reads, keeper, {})
  expect(items.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['slip', 'bolt.slip_below'],
    ['torque', null],
    ['torque', 'bolt.mean_out'],
  ])
  const { id: plain } = await receive(5, 'L9', parseBought('M16*50 8.8'))
  await expect(
    judge(
      plain,
      Array.from({ length: 8 }, () => 0.13),
    ),
  ).rejects.toMatchObject(refused('bolt.other_test'))
})
