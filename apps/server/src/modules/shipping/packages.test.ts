import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { loggedActions } from '../../../test/people.ts'
import { now, viewer } from '../orders/orders.fixtures.ts'
import { closePackage, reopenPackage, packPieces } from './pack-pieces.ts'
import { listPackages, listPackedPieces, onePackage } from './packages.queries.ts'
import { listPackable, packingOf, planPacking } from './packing.queries.ts'
import { deletePackage, updatePackage } from './save-package.ts'
import {
  allConform,
  noneStopped,
  keeping,
  newDelivery,
  newPackages,
  noLimits,
  openYard,
  pieceStatus,
  shipper,
  type Yard,
} from './shipping.fixtures.ts'

let testDb: TestDatabase
let yard: Yard
beforeAll(async () => void (testDb = await testDatabase()))
afterAll(() => testDb.close())
const deps = () => ({ reads: testDb.db.reads, withheld: keeping() })
beforeEach(() => testDb.wipe().then(async () => void (yard = await openYard(testDb.db))))

const pack = (id: string, pieces: readonly string[], remove = false) =>
  testDb.db.tx((write) => packPieces(write, shipper, id, { pieces: [...pieces], remove }, allConform))
const view = (id: string) => onePackage(testDb.db.reads, shipper, id)
const close = async (id: string, weighedKg: number | null = null) => {
  const input = { version: (await view(id)).version, weighedKg }
  await testDb.db.tx((write) => closePackage(write, shipper, id, input, now, allConform))
}
const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })
const run = (text: ReturnType<typeof sql>) => testDb.db.tx((write) => text.execute(write))

describe('a new package', () => {
  test('has the next number of its order, its limits and its pieces', async () => {
    const [first] = await newPackages(testDb.db, yard.orderId, {
      maxKg: 250,
      packingKg: 12.5,
      contents: [yard.pieceIds.slice(0, 2)],
    })
    expect(first).toMatchObject({
      no: 'PK-Y-1-001'.replace('Y-1', first?.order.no ?? ''),
      status: 'open',
      pieces: 2,
      netKg: 200,
      grossKg: 212.5,
      can: { close: true, pack: true, reopen: 'package.not_closed' },
    })
    const [second] = await newPackages(testDb.db, yard.orderId)
    expect(second).toMatchObject({
      no: `PK-${first?.order.no}-002`,
      pieces: 0,
      can: { close: 'package.empty' },
    })
    expect(await loggedActions(testDb.db)).toContain('packages.create')
  })
  test('several at once, all or none', async () => {
    const [a = '', b = '', c = ''] = yard.pieceIds
    const made = await newPackages(testDb.db, yard.orderId, { contents: [[a], [b, c]] })
    expect(made.map(({ pieces }) => pieces)).toEqual([1, 2])
    await expect(
      newPackages(testDb.db, yard.orderId, { contents: [[yard.pieceIds[3] ?? ''], [a]] }),
    ).rejects.toMatchObject(refused('pack.other_package'))
    expect((await listPackages(testDb.db.reads, shipper, {})).total).toBe(2)
  })
  test('starts with the limits of the one before', async () => {
    const before = await packingOf(deps(), shipper, yard.orderId)
    expect(before.limits.maxKg).toBe(10_000)
    await newPackages(testDb.db, yard.orderId, { ...noLimits, maxKg: 777, packingKg: 9 })
    expect(await packingOf(deps(), shipper, yard.orderId)).toMatchObject({
      limits: { maxKg: 777, maxLengthMm: null },
      packingKg: 9,
    })
  })
  test('a number twice is a duplicate', async () => {
    await newPackages(testDb.db, yard.orderId, { no: 'A-1' })
    const again = newPackages(testDb.db, yard.orderId, { no: 'A-1' })
    await expect(again).rejects.toMatchObject({ code: 'duplicate' })
  })
  test('of an order that is held is refused, and an older one cannot be closed', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 1)] })
    await run(sql`update orders set status = 'on_hold' where id = ${yard.orderId}`)
    await expect(newPackages(testDb.db, yard.orderId)).rejects.toMatchObject(refused('pack.order_state'))
    expect((await view(box?.id ?? '')).can.close).toBe('pack.order_state')
    await expect(close(box?.id ?? '')).rejects.toMatchObject(refused('pack.order_state'))
  })
})

describe('pieces', () => {
  test('go in by id, serial and QR code, each once', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId)
    const id = box?.id ?? ''
    const { items } = await listPackable(deps(), 1, yard.orderId, {})
    const [a, b, c] = items
    const texts = [a?.id ?? '', b?.serial ?? '', c?.qr ?? '', b?.id ?? '', 'nothing']
    expect((await pack(id, texts)).map(({ outcome }) => outcome)).toEqual([
      'added',
      'added',
      'added',
      'already',
      'refused',
    ])
    expect(await view(id)).toMatchObject({ pieces: 3, netKg: 300 })
    expect(
      (await listPackedPieces(testDb.db.reads, 1, { id }, {})).items.map(({ serial }) => serial),
    ).toEqual(['GL-1-001', 'GL-1-002', 'GL-1-003'])
    expect((await listPackable(deps(), 1, yard.orderId, {})).total).toBe(3)
  })
  test('stop at the limit, and say which', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { maxKg: 250 })
    const outcomes = await pack(box?.id ?? '', yard.pieceIds)
    expect(outcomes.map(({ reason }) => reason)).toEqual([
      null,
      null,
      ...Array(4).fill('package.over_weight'),
    ])
    expect(outcomes[2]?.params).toMatchObject({ kg: 100, limit: 250 })
    const [short] = await newPackages(testDb.db, yard.orderId, { ...noLimits, maxLengthMm: 5999 })
    expect((await pack(short?.id ?? '', [yard.pieceIds[5] ?? '']))[0]?.reason).toBe('package.over_length')
  })
  test.each([
    ['held', sql`update pieces set holds = 1`, 'pack.piece_held'],
    ['with an open NCR', sql`update pieces set status = 'ncr_open'`, 'pack.piece_ncr'],
    ['scrapped', sql`update pieces set status = 'scrapped'`, 'pack.piece_gone'],
    [
      'with work left',
      sql`update pieces set next_process_id = (select min(id) from processes), steps_done = 0`,
      'pack.not_ready',
    ],
  ])('%s stay out', async (_name, change, reason) => {
    const [box] = await newPackages(testDb.db, yard.orderId)
    await run(change)
    expect((await pack(box?.id ?? '', yard.pieceIds.slice(0, 1)))[0]).toMatchObject({
      outcome: 'refused',
      reason,
    })
    expect((await listPackable(deps(), 1, yard.orderId, {})).total).toBe(0)
  })
  test('of another order or another package stay out', async () => {
    const other = await openYard(testDb.db)
    const [box, second] = await newPackages(testDb.db, yard.orderId, {
      contents: [[yard.pieceIds[0] ?? ''], []],
    })
    const requested = [yard.pieceIds[0] ?? '', other.pieceIds[0] ?? '']
    expect(
      (await pack(second?.id ?? '', requested)).map(({ reason, params }) => [reason, params['package']]),
    ).toEqual([
      ['pack.other_package', box?.no],
      ['pack.other_order', second?.no],
    ])
  })
  test('go out again, and are free', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 2)] })
    expect(
      (await pack(box?.id ?? '', yard.pieceIds.slice(0, 3), true)).map(({ outcome }) => outcome),
    ).toEqual(['removed', 'removed', 'already'])
    expect(await view(box?.id ?? '')).toMatchObject({ pieces: 0, netKg: 0 })
  })
  test('of unknown weight count as nothing and are told', async () => {
    const light = await openYard(testDb.db, { kg: null })
    const [box] = await newPackages(testDb.db, light.orderId, { contents: [[...light.pieceIds]] })
    expect(box).toMatchObject({ pieces: 6, unweighed: 6, netKg: 0 })
  })
})

test('every piece of the order is counted once, wherever it stands', async () => {
  const counted = async () => {
    const { waiting, ready, packing, packed, shipped, received, total } = await packingOf(
      deps(),
      shipper,
      yard.orderId,
    )
    const boxes = [waiting, ready, packing, packed, shipped, received]
    expect(boxes.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(total.pieces)
    expect(boxes.reduce((sum, { kg }) => sum + kg, 0)).toBe(total.kg)
    return boxes.map(({ pieces }) => pieces)
  }
  expect(await counted()).toEqual([0, 6, 0, 0, 0, 0])
  const [first = '', second = ''] = yard.pieceIds
  const [box] = await newPackages(testDb.db, yard.orderId, { contents: [[first, second]] })
  expect(await counted()).toEqual([0, 4, 2, 0, 0, 0])
  await run(sql`update pieces set status = 'ncr_open' where id in (${second}, ${yard.pieceIds[2]})`)
  expect(await counted()).toEqual([1, 3, 2, 0, 0, 0])
  await run(sql`update pieces set status = 'coated' where id = ${second}`)
  await close(box?.id ?? '')
  expect(await counted()).toEqual([1, 3, 0, 2, 0, 0])
})

describe('closing', () => {
  test('packs the pieces, reopening takes it back', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 2)] })
    const id = box?.id ?? ''
    await close(id, 215)
    expect(await view(id)).toMatchObject({
      status: 'closed',
      weighedKg: 215,
      can: { reopen: true, pack: 'package.not_open' },
    })
    expect(await pieceStatus(testDb.db, yard.pieceIds[0] ?? '')).toBe('packed')
    expect(await packingOf(deps(), shipper, yard.orderId)).toMatchObject({
      ready: { pieces: 4, kg: 400 },
      packed: { pieces: 2, kg: 200 },
      total: { pieces: 6, kg: 600 },
    })
    const input = { version: (await view(id)).version, reason: '包错了' }
    await testDb.db.tx((write) => reopenPackage(write, shipper, id, input, now, noneStopped))
    expect(await view(id)).toMatchObject({ status: 'open', closedAt: null, pieces: 2 })
    expect(await pieceStatus(testDb.db, yard.pieceIds[0] ?? '')).toBe('coated')
    expect(await loggedActions(testDb.db)).toEqual(
      expect.arrayContaining(['packages.close', 'packages.reopen']),
    )
  })
  test('is refused when something came between', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { contents: [yard.pieceIds.slice(0, 2)] })
    await run(sql`update pieces set holds = 1 where id = ${yard.pieceIds[1]}`)
    await expect(close(box?.id ?? '')).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'pack.piece_held', piece: 'GL-1-002' } },
    })
    expect(await view(box?.id ?? '')).toMatchObject({ status: 'open' })
    expect(await pieceStatus(testDb.db, yard.pieceIds[0] ?? '')).toBe('coated')
  })
  test('an old version loses, an empty package stays open', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId)
    await expect(close(box?.id ?? '')).rejects.toMatchObject(refused('package.empty'))
    await expect(
      testDb.db.tx((write) =>
        closePackage(write, shipper, box?.id ?? '', { version: 99, weighedKg: null }, now, allConform),
      ),
    ).rejects.toMatchObject({ code: 'version.conflict', facts: { current: { no: box?.no } } })
  })
})

describe('changing and deleting', () => {
  const change = async (id: string, input: object) => {
    const { version, no } = await view(id)
    const body = { version, no, ...noLimits, packingKg: 0, note: null, weighedKg: null, ...input }
    await testDb.db.tx((write) => updatePackage(write, shipper, id, body))
  }
  test('limits are raised, never below what lies inside', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, {
      maxKg: 250,
      contents: [yard.pieceIds.slice(0, 2)],
    })
    await change(box?.id ?? '', { maxKg: 300, note: '两吊' })
    expect(await view(box?.id ?? '')).toMatchObject({ maxKg: 300, note: '两吊' })
    // Fails if the audit log gets a field without a name.
    await change(box?.id ?? '', { maxKg: 300, no: 'KISTE-7' })
    expect((await listPackages(testDb.db.reads, shipper, { q: 'kiste-7' })).total).toBe(1)
    await expect(change(box?.id ?? '', { maxKg: 199 })).rejects.toMatchObject(refused('package.over_weight'))
  })
  test('a closed package keeps its limits; on a truck nothing changes', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, {
      maxKg: 250,
      contents: [yard.pieceIds.slice(0, 2)],
    })
    const id = box?.id ?? ''
    await close(id)
    await change(id, { maxKg: 1, weighedKg: 203 })
    expect(await view(id)).toMatchObject({ maxKg: 250, weighedKg: 203 })
    await newDelivery(testDb.db, yard.projectId, { packageIds: [id] })
    await expect(change(id, { note: 'x' })).rejects.toMatchObject(refused('package.on_delivery'))
  })
  test('deleting frees the pieces', async () => {
    const [box] = await newPackages(testDb.db, yard.orderId, { contents: [[...yard.pieceIds]] })
    await testDb.db.tx((write) => deletePackage(write, shipper, box?.id ?? '', box?.version ?? 0))
    expect((await listPackable(deps(), 1, yard.orderId, {})).total).toBe(6)
    await expect(view(box?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a plan fills packages within their limits', async () => {
  const plan = await planPacking(deps(), 1, yard.orderId, { maxKg: 250 })
  expect(plan).toMatchObject({ misfits: [], more: false })
  expect(plan.packages.map(({ netKg, serials }) => [netKg, serials.length])).toEqual([
    [200, 2],
    [200, 2],
    [200, 2],
  ])
  expect((await planPacking(deps(), 1, yard.orderId, { maxLengthMm: 5000 })).misfits).toHaveLength(6)
})

test('lists are found by words, order, state and project; a viewer may look and no more', async () => {
  const [box] = await newPackages(testDb.db, yard.orderId, {
    no: '东区-1',
    contents: [yard.pieceIds.slice(0, 1)],
  })
  const count = async (query: object) => (await listPackages(testDb.db.reads, viewer, query)).total
  expect(await count({ q: '东区' })).toBe(1)
  expect(await count({ q: '西区' })).toBe(0)
  expect(await count({ orderId: yard.orderId, status: ['open'], loose: 'true' })).toBe(1)
  expect([await count({ projectId: yard.projectId }), await count({ projectId: '999' })]).toEqual([1, 0])
  expect((await onePackage(testDb.db.reads, viewer, box?.id ?? '')).can.pack).toBe('permission.denied')
})
