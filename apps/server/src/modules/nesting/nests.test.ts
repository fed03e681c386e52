import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { keeper } from '../material/material.fixtures.ts'
import { quarantineLot } from '../material/change-lot.ts'
import { listStockBars } from '../material/stock-bars.queries.ts'
import { addLotBars, scrapBar } from '../material/stock-bars.store.ts'
import { filesIn, importPartFile } from '../order-import/bundle.fixtures.ts'
import { nc1Of } from '../order-import/parsing/import.fixtures.ts'
import { planner } from '../orders/orders.fixtures.ts'
import { nestBundle } from './nest-bundle.ts'
import { nestingPerson, profile, sawyer } from './nests.fixtures.ts'
import { listNests, oneNest } from './nests.queries.ts'
import { listDemand } from './shortages.queries.ts'
import { cancelNest, stopNest } from './save-nest.ts'

let testDb: TestDatabase
let person: ReturnType<typeof nestingPerson>
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  person = nestingPerson(testDb.db)
})
afterAll(() => testDb.close())

const demand = async () => {
  const { items } = await listDemand(testDb.db.reads, planner, {}, async () => [])
  return items.map(({ needed, nested, cut, missing }) => ({ needed, nested, cut, missing }))[0]
}
const stock = async (query = {}) => (await listStockBars(testDb.db.reads, keeper, query)).items
const refused = (reason: string) => ({ facts: { params: { reason } } })

/** Length and weight are neither lost nor made: of each bar, and of each lot. */
async function balanced() {
  const lots = await readRows(
    testDb.db.reads,
    sql<{
      off: number
    }>`select l.id, l.kg - l.cut_kg - coalesce(sum(b.kg) filter (where b.status in ('available', 'reserved')), 0) as off
      from material_lots l join stock_bars b on b.lot_id = l.id group by l.id`,
  )
  expect(lots.every(({ off }) => off === 0)).toBe(true)
  const bars = await readRows(
    testDb.db.reads,
    sql<{ off: number }>`select b.length_mm - b.remnant_mm - b.waste_mm - sum(p.length_mm) as off
      from nest_bars b join nest_parts p on p.nest_bar_id = b.id group by b.id`,
  )
  expect(bars.every(({ off }) => off === 0)).toBe(true)
}

test('from demand to a cut bar: reserved, cut, its remnant in stock with the heat, the rest of the weight used', async () => {
  await person.order(3500)
  const lot = await person.bars(1)
  expect(await stock()).toMatchObject([{ lengthMm: 12_000, kg: 784.8, status: 'available', grade: 'Q355B' }])
  expect(await demand()).toEqual({ needed: 2, nested: 0, cut: 0, missing: 2 })

  const nest = await person.solved()
  expect(nest).toMatchObject({ status: 'planned', bars: 1, parts: 2, unmadeParts: 0, ended: 'optimal' })
  expect(nest.items[0]).toMatchObject({
    heat: lot.heat.no,
    remnantMm: 4984,
    wasteMm: 16,
    can: { report: 'permission.denied' },
  })
  expect(await demand()).toEqual({ needed: 2, nested: 2, cut: 0, missing: 0 })

  const released = await person.release(nest)
  expect(await stock()).toMatchObject([{ status: 'reserved', can: { scrap: 'bar.reserved' } }])
  await person.report(released.items[0]?.id ?? '', 4980, [2])
  expect(await oneNest(testDb.db.reads, sawyer, nest.id)).toMatchObject({
    status: 'cut',
    items: [{ status: 'cut', remnantMm: 4980, wasteMm: 20, cutBy: '锯工', can: { report: 'nest.bar_cut' } }],
  })
  // The scrapped part is needed again.
  expect(await demand()).toEqual({ needed: 2, nested: 0, cut: 1, missing: 1 })
  expect(await stock({ remnant: 'true' })).toMatchObject([
    { lengthMm: 4980, kg: 325.692, status: 'available', location: 'R-1', heat: { no: lot.heat.no } },
  ])
  expect(await person.steel.lot(lot.id)).toMatchObject({ usedKg: 459.108, leftKg: 325.692 })
  await balanced()

  await expect(person.report(released.items[0]?.id ?? '', 0)).rejects.toMatchObject(refused('nest.bar_cut'))
  // The replacement is cut from the remnant.
  expect(await person.solved()).toMatchObject({ status: 'planned', parts: 1, items: [{ isRemnant: true }] })
})

test('a rest below the minimum is waste, one that is longer than the rest of the bar is refused', async () => {
  await person.order(5800)
  await person.bars(1)
  const nest = await person.release(await person.solved())
  const bar = nest.items[0]?.id ?? ''
  await expect(person.report(bar, 401)).rejects.toMatchObject(refused('nest.remnant_too_long'))
  await expect(person.report(bar, 0, [3])).rejects.toMatchObject(refused('nest.unknown_part'))
  await person.report(bar, 380)
  expect(await stock()).toMatchObject([{ status: 'cut' }])
  expect(await person.counts()).toEqual({ nested: 0, cut: 2, scrapped: 0 })
  await balanced()
})

test('bars of lots in quarantine are not nested; lengths to buy are, and return to the demand on release', async () => {
  await person.order(5000, 2)
  const { steel } = person
  await steel.receive({
    lots: [{ form: 'section', profile, thicknessMm: '13', pieces: 9, lengthMm: 12_000, kg: 7063.2 }],
  })
  const none = await person.solved()
  expect(none).toMatchObject({
    status: 'failed',
    reason: 'nest.no_bars',
    unmade: [{ quantity: 4, reason: 'longer_than_any_bar' }],
  })
  await person.bars(1)
  const nest = await person.solved({ buy: [{ lengthMm: 12_000, pricePerTonne: 4200 }] })
  expect(nest).toMatchObject({ status: 'planned', bars: 2, parts: 4 })
  expect(nest.items.filter(({ stockBarId }) => stockBarId === null)).toHaveLength(1)
  expect(await person.release(nest)).toMatchObject({ status: 'released', bars: 1, parts: 2 })
  expect(await demand()).toEqual({ needed: 4, nested: 2, cut: 0, missing: 2 })
})

test('a bar in stock is not bought, although a new one costs the same', async () => {
  await person.order(5600, 2)
  await person.bars(1)
  const { items } = await person.solved({ buy: [{ lengthMm: 12_000, pricePerTonne: 4000 }] })
  expect(items.map(({ stockBarId }) => stockBarId === null)).toEqual([false, true])
})

test('a part longer than any bar is named, the others are nested', async () => {
  await person.order(13_000)
  await person.order(4000)
  await person.bars(2)
  expect(await person.solved()).toMatchObject({
    parts: 2,
    unmade: [{ quantity: 2, lengthMm: 13_000, reason: 'longer_than_any_bar' }],
  })
})

test('cancelled: what is not cut is free again, what is cut stays', async () => {
  await person.order(7000)
  await person.bars(2)
  const nest = await person.release(await person.solved())
  await person.report(nest.items[0]?.id ?? '', 4900)
  const { version } = await oneNest(testDb.db.reads, planner, nest.id)
  await testDb.db.tx((write) => cancelNest(write, planner, nest.id, version))
  expect(await oneNest(testDb.db.reads, planner, nest.id)).toMatchObject({
    status: 'cut',
    items: [{ status: 'cut' }, { status: 'cancelled' }],
  })
  expect(await demand()).toEqual({ needed: 2, nested: 0, cut: 1, missing: 1 })
  expect(
    (await stock({ status: ['available'] })).map(({ lengthMm }) => lengthMm).toSorted((a, b) => a - b),
  ).toEqual([4900, 12_000])
})

test('two plans choose the same bar: the second release is refused, and nothing of it is reserved', async () => {
  await person.order(5000)
  await person.bars(1)
  const first = await person.solved()
  await person.order(5000)
  const second = await person.solved()
  await person.release(first)
  await expect(person.release(second)).rejects.toMatchObject(refused('nest.bar_unavailable'))
  expect(await oneNest(testDb.db.reads, planner, second.id)).toMatchObject({ status: 'planned' })
})

test('a lot put back into quarantine is neither reserved nor cut', async () => {
  await person.order(5000)
  const lot = await person.bars(1)
  const nest = await person.release(await person.solved())
  const { version } = await person.steel.lot(lot.id)
  await testDb.db.tx((write) =>
    quarantineLot(write, keeper, lot.id, { version, note: '复检' }, new Date('2026-03-20T08:00:00Z')),
  )
  await expect(person.report(nest.items[0]?.id ?? '', 0)).rejects.toMatchObject(refused('nest.lot_blocked'))
  expect(await person.counts()).toEqual({ nested: 2, cut: 0, scrapped: 0 })
})

test('the demand grows smaller while the search runs: it is solved again', async () => {
  await person.order(5000)
  const gone = await person.order(6000)
  await person.bars(3)
  const id = await person.create()
  person.solver.start(planner, id)
  await testDb.db.tx((write) => sql`update orders set status = 'on_hold' where id = ${gone}`.execute(write))
  await person.solver.idle()
  expect(await oneNest(testDb.db.reads, planner, id)).toMatchObject({ status: 'planned', parts: 2 })
})

test('one search at a time; it can be stopped and cancelled, and nothing without demand is started', async () => {
  await expect(person.create()).rejects.toMatchObject(refused('nest.nothing_missing'))
  await person.order(5000)
  await person.bars(1)
  const id = await person.create()
  await expect(person.create()).rejects.toMatchObject(refused('nest.solver_busy'))
  await testDb.db.tx((write) => stopNest(write, planner, id, 1))
  await testDb.db.tx((write) => cancelNest(write, planner, id, 1))
  person.solver.start(planner, id)
  await person.solver.idle()
  expect(await oneNest(testDb.db.reads, planner, id)).toMatchObject({ status: 'cancelled', bars: 0 })
  expect(await listNests(testDb.db.reads, planner, { q: profile.slice(0, 5) })).toMatchObject({
    total: 1,
    rules: { kerfMm: 3 },
    can: { add: true },
  })
})

test('bars by hand: of a lot without length, once; a scrapped one counts as used', async () => {
  const lot = await person.bars(3, { lengthMm: null })
  expect(await stock()).toEqual([])
  const add = () =>
    testDb.db.tx((write) =>
      addLotBars(write, keeper, lot.id, { version: lot.version, pieces: 2, lengthMm: 9000 }),
    )
  await add()
  await expect(add()).rejects.toMatchObject({ code: 'version.conflict' })
  const [bar] = await stock({ minLengthMm: 9000, q: 'HN400' })
  await testDb.db.tx((write) => scrapBar(write, keeper, bar?.id ?? '', { version: 1, reason: '弯曲' }))
  expect(await person.steel.lot(lot.id)).toMatchObject({ lengthMm: 9000, usedKg: 784.8, leftKg: 1569.6 })
})

test('the bundle has the part files of the parts in its bars, the parts by bar, and the parts without a file', async () => {
  const { db } = testDb
  const own = await person.order(3500)
  await person.order(2000)
  await db.tx((write) => sql`update orders set due_on = '2026-06-30' where id = ${own}`.execute(write))
  await person.bars(1)
  const beam = { mark: 'b', code: 'I', profile, grade: 'Q355B' }
  const file = nc1Of({ ...beam, length: '3500.00', quantity: '2' })
  const store = await importPartFile(db, own, 'b.nc1', file)
  const nest = await person.solved()
  const { no, items } = nest
  const [bar] = items
  const orderNo = new Map(bar?.parts.map(({ order, lengthMm }) => [lengthMm, order]))
  const found = await filesIn(await nestBundle(db.reads, store, planner, nest.id))
  const name = `${orderNo.get(3500)}_b.nc1`
  expect([...found.keys()]).toEqual(['parts.csv', 'without-file.csv', name])
  expect(found.get(name)).toBe(file)
  const [head, ...rows] = found.get('parts.csv')?.trim().split('\r\n') ?? []
  expect(head).toBe('nest,part,mark,order,quantity,profile,grade,length,bar,stockBar,heat,due,file')
  const source = `1,B${bar?.stockBarId},${bar?.heat}`
  expect(rows.toSorted()).toEqual(
    [
      `${no},b,GL-1,${orderNo.get(3500)},2,${profile},Q355B,3500,${source},2026-06-30,${name}`,
      `${no},b,GL-1,${orderNo.get(2000)},2,${profile},Q355B,2000,${source},,`,
    ].toSorted(),
  )
  expect(found.get('without-file.csv')).toContain(`b,${orderNo.get(2000)},2,${profile},Q355B,2000\r\n`)
  // Parts that no bar makes any more are in no list.
  await db.tx((write) =>
    sql`update nest_bars set status = 'cancelled' where nest_id = ${nest.id}`.execute(write),
  )
  const empty = await filesIn(await nestBundle(db.reads, store, planner, nest.id))
  expect([...empty.keys()]).toEqual(['parts.csv', 'without-file.csv'])
  await expect(nestBundle(db.reads, store, { ...planner, plantId: 2 }, nest.id)).rejects.toMatchObject({
    code: 'not_found',
  })
})
