import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { oneDelivery } from '../shipping/deliveries.queries.ts'
import { closePackage } from '../shipping/pack-pieces.ts'
import { onePackage } from '../shipping/packages.queries.ts'
import {
  allConform,
  keeping,
  openYard,
  sentDelivery,
  shipper,
  type Yard,
} from '../shipping/shipping.fixtures.ts'
import { siteCalendar } from './calendar.queries.ts'
import { listDepartures } from './departures.queries.ts'
import { rowOf, siteOf } from './erection.fixtures.ts'
import { deliverLot, packLot } from './load-lot.ts'
import { addLot, changeLot, deleteLot, lotsOfPhases, placePieces } from './save-lots.ts'

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

test('a list places marks, some of their pieces, and serials', async () => {
  expect(
    await site.plan(
      rowOf('GL-1-005', 'L2', { sequence: 7, plannedOn: '2026-04-10' }),
      rowOf('GL-1', 'L1', { quantity: 3, area: 'North' }),
      rowOf('GL-1', 'L2', { quantity: 2 }),
    ),
  ).toEqual({ lots: 2, pieces: 6 })
  expect((await site.piecesOf()).map(({ serial, lot, sequence }) => [serial, lot?.code, sequence])).toEqual([
    ['GL-1-005', 'L2', 7],
    ['GL-1-004', 'L2', 8],
    ['GL-1-006', 'L2', 9],
    ['GL-1-001', 'L1', 1],
    ['GL-1-002', 'L1', 2],
    ['GL-1-003', 'L1', 3],
  ])
  expect((await site.lots()).map(({ code, area, leaveOn }) => [code, area, leaveOn])).toEqual([
    ['L2', '', '2026-04-09'],
    ['L1', 'North', null],
  ])
  // A later list moves pieces and leaves all others where they are.
  await site.plan(rowOf('GL-1-001', 'L2', { sequence: 1 }))
  expect((await site.lotOf('L2')).counts.planned).toEqual({ pieces: 4, kg: 400 })
})

test('a wrong row is named with its field, and nothing is written', async () => {
  const records = [
    rowOf('GL-1', 'L1', { quantity: 5, plannedOn: '2026-04-10', area: 'A' }),
    rowOf('GL-9', 'L1'),
    rowOf('GL-1-001', 'L2'),
    rowOf('GL-1', 'L2', { quantity: 2 }),
    rowOf('GL-1-006', 'L1', { plannedOn: '2026-04-11' }),
    rowOf('GL-1-006', 'L1', { area: 'B' }),
  ]
  await expect(site.plan(...records)).rejects.toMatchObject({
    code: 'request.invalid',
    facts: {
      errors: [
        { path: 'body.records.1.piece', reason: 'erection.unknown_piece' },
        { path: 'body.records.2.piece', reason: 'erection.twice' },
        { path: 'body.records.3.quantity', reason: 'erection.too_many' },
        { path: 'body.records.4.plannedOn', reason: 'erection.day_differs' },
        { path: 'body.records.5.area', reason: 'erection.area_differs' },
      ],
    },
  })
  expect(await site.lots()).toEqual([])
})

test('lots by hand: code once, versions, pieces in and out', async () => {
  const input = { code: 'L1', name: 'Columns', area: 'A', plannedOn: null, position: null }
  const add = () => testDb.db.tx((write) => addLot(write, planner, yard.orderId, input))
  const { id } = await add()
  await expect(add()).rejects.toMatchObject({ code: 'duplicate' })
  const place = (lotId: string | null, sequence: number | null = null) =>
    testDb.db.tx((write) =>
      placePieces(write, planner, yard.orderId, {
        pieceIds: [...yard.pieceIds].slice(0, 2),
        lotId,
        sequence,
      }),
    )
  await place(id, 10)
  expect((await site.piecesOf({ lotId: id })).map(({ sequence }) => sequence)).toEqual([10, 11])
  await place(null)
  expect((await site.lotOf('L1')).counts.planned.pieces).toBe(0)
  const change = (version: number) =>
    testDb.db.tx((write) =>
      changeLot(write, planner, id, { ...input, version, position: 3, plannedOn: '2026-05-01' }),
    )
  expect(await change(1)).toMatchObject({ version: 2, position: 3, leaveOn: '2026-04-30' })
  await expect(change(1)).rejects.toMatchObject({ code: 'version.conflict' })
  await testDb.db.tx((write) =>
    sql`update orders set status = 'closed' where id = ${yard.orderId}`.execute(write),
  )
  await expect(change(2)).rejects.toMatchObject(refused('erection.order_over'))
})

test('phases of the marks become lots, once', async () => {
  const take = () => testDb.db.tx((write) => lotsOfPhases(write, planner, yard.orderId))
  await expect(take()).rejects.toMatchObject(refused('erection.no_phases'))
  await testDb.db.tx((write) =>
    sql`update marks set phase = '2' where order_id = ${yard.orderId}`.execute(write),
  )
  expect(await take()).toEqual({ lots: 1, pieces: 6 })
  await expect(take()).rejects.toMatchObject(refused('erection.no_phases'))
  const { id, version } = await site.lotOf('2')
  await testDb.db.tx((write) => deleteLot(write, planner, id, version))
  expect(await site.piecesOf({ lotId: 'none' })).toHaveLength(6)
})

test('what must leave: by day, packed and put on a truck in the sequence of erection', async () => {
  await site.plan(
    rowOf('GL-1-004', 'L1', { sequence: 1, plannedOn: '2026-03-22' }),
    rowOf('GL-1-002', 'L1', { sequence: 2 }),
    rowOf('GL-1-001', 'L2', { plannedOn: '2026-05-22' }),
  )
  const departures = async () => (await listDepartures(testDb.db.reads, shipper, { days: 7 }, now)).items
  const [first, ...others] = await departures()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    code: 'L1',
    leaveOn: '2026-03-21',
    open: { pieces: 2, kg: 200 },
    made: { pieces: 2 },
    can: { pack: true, deliver: 'erection.nothing_closed' },
  })
  const { id } = await site.lotOf('L1')
  const gates = { conformity: allConform, withheld: keeping() }
  const pack = () => testDb.db.tx((write) => packLot(write, shipper, id, gates))
  const { items } = await pack()
  expect(items).toMatchObject([{ pieces: 2 }])
  await expect(pack()).rejects.toMatchObject(refused('erection.nothing_packable'))
  const deliver = () =>
    testDb.db.tx((write) => deliverLot(write, shipper, id, { maxKg: 20_000, today: '2026-03-20' }))
  await expect(deliver()).rejects.toMatchObject(refused('erection.nothing_closed'))
  const box = await onePackage(testDb.db.reads, shipper, items[0]?.id ?? '')
  const closing = { version: box.version, weighedKg: null }
  await testDb.db.tx((write) => closePackage(write, shipper, box.id, closing, now, allConform))
  const draft = await deliver()
  expect(draft.packages).toBe(1)
  expect(await oneDelivery(testDb.db.reads, shipper, draft.id)).toMatchObject({
    plannedOn: '2026-03-21',
    pieces: 2,
    status: 'draft',
  })
  expect(await departures()).toMatchObject([{ packed: { pieces: 2 }, made: { pieces: 0 } }])
})

test('the site calendar sets plans against what happened', async () => {
  const [a = '', b = ''] = yard.pieceIds
  await site.plan(rowOf('GL-1', 'L1', { plannedOn: '2026-03-24' }))
  await sentDelivery(testDb.db, yard, [a, b])
  await site.report('erected', [a])
  const { items } = await siteCalendar(testDb.db.reads, 1, { from: '2026-03-16', days: 14 })
  expect(items).toHaveLength(14)
  const numbers = items
    .map(({ day, leave, shipped, received, planned, erected }) => [
      day,
      ...[leave, shipped, received, planned, erected].map(({ pieces }) => pieces),
    ])
    .filter((row) => row.slice(1).some((pieces) => pieces !== 0))
  const today = (
    await sql<{
      day: string
    }>`select (${now}::timestamptz at time zone time_zone)::date as day from plants`.execute(
      testDb.db.reads as never,
    )
  ).rows[0]?.day
  expect(numbers).toEqual([
    [today, 0, 2, 1, 0, 1],
    ['2026-03-23', 6, 0, 0, 0, 0],
    ['2026-03-24', 0, 0, 0, 6, 0],
  ])
})
