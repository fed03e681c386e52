import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { filesIn } from '../order-import/bundle.fixtures.ts'
import { keeper } from '../material/material.fixtures.ts'
import { quarantineLot } from '../material/change-lot.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { partDisagreements, partOf, reportPart } from '../parts/parts.fixtures.ts'
import { foreman } from '../production/work.fixtures.ts'
import { applyResult } from './apply-plate-result.ts'
import { listPlateDemand } from './plate-demand.queries.ts'
import { onePlateJob } from './plate-jobs.queries.ts'
import { plateBundle } from './plate-bundle.ts'
import { platePerson } from './plates.fixtures.ts'
import { endPlateJob, scrapPlateRemnant } from './save-plate-job.ts'
import { undoResult } from './undo-plate-result.ts'

let testDb: TestDatabase
let person: ReturnType<typeof platePerson>
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  person = platePerson(testDb.db)
})
afterAll(() => testDb.close())

const refused = (reason: string) => ({ facts: { params: { reason } } })
const one = (id: string) => onePlateJob(testDb.db.reads, planner, id)

const firstOf = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('no row')
  return row
}

test('rectangles are nested, plates reserved, cut and put back, and the parts have their heat', async () => {
  const lot = await person.plates(2)
  const order = await person.order(10)
  const job = await person.job(order)
  const planned = await person.nest(job.id)
  expect(planned).toMatchObject({
    nest: { status: 'planned', unmade: [], can: { release: true, cancel: true } },
    layouts: [
      { status: 'planned', lengthMm: 8000, widthMm: 2000, source: { heat: lot.heat.no, remnantId: null } },
    ],
  })
  const layout = firstOf(planned.layouts)
  expect(layout.parts).toHaveLength(20)
  expect(layout.parts[0]).toMatchObject({ no: 1, mark: expect.any(String), part: 'p' })
  expect(layout.can.report).toBe('permission.denied')
  expect(layout.cuts.length).toBeGreaterThan(0)

  await expect(person.report(layout.id)).rejects.toMatchObject(refused('plate.layout_planned'))
  await person.move(job.id, 'release')
  expect(await person.one(job.id)).toMatchObject({
    nest: { status: 'released' },
    layouts: [{ status: 'reserved' }],
  })
  const back = layout.remnants.map(({ lengthMm, widthMm }) => ({ lengthMm, widthMm }))
  expect(back.length).toBeGreaterThan(0)
  const cut = await person.report(layout.id, { remnants: back })
  expect(cut).toMatchObject({ nest: { status: 'cut' }, layouts: [{ status: 'cut', cut: { by: '王班长' } }] })
  expect(await one(job.id)).toMatchObject({ status: 'cut', cut: 20 })
  expect(await partOf(testDb.db, foreman, order, 'p')).toMatchObject({ cut: 20, nested: 0 })
  const [remnant] = await person.remnants()
  expect(remnant).toMatchObject({ heat: lot.heat.no, status: 'available', location: 'R-1' })
  const { leftKg } = await person.steel.lot(lot.id)
  const returnedKg = (await person.remnants()).reduce((sum, { kg }) => sum + kg, 0)
  expect(leftKg).toBeCloseTo(2512 + returnedKg, 3)
  await expect(person.report(layout.id)).rejects.toMatchObject(refused('plate.layout_cut'))
  expect(await partDisagreements(testDb.db)).toEqual([])
})

test('a part that is scrapped after its plate was cut is missing again, and a new job makes it', async () => {
  await person.plates(2)
  const order = await person.order(10)
  const job = await person.job(order)
  const { layouts } = await person.nest(job.id)
  await person.move(job.id, 'release')
  await person.report(firstOf(layouts).id)
  const missing = async () =>
    (await listPlateDemand(testDb.db.reads, planner, { orderId: order })).items.map((row) => row.missing)
  expect(await missing()).toEqual([0])
  await reportPart(testDb.db, foreman, order, 'scrap', ['p', 3], { reason: '边缘缺口' })
  expect(await missing()).toEqual([3])
  const again = await person.job(order)
  expect(again).toMatchObject({ pieces: 3, cut: 0 })
  const planned = await person.nest(again.id)
  await person.move(again.id, 'release')
  expect(await missing()).toEqual([0])
  await person.report(firstOf(planned.layouts).id)
  expect(await partOf(testDb.db, foreman, order, 'p')).toMatchObject({ cut: 20, nested: 0, scrapped: 3 })
  expect(await missing()).toEqual([0])
  expect(await partDisagreements(testDb.db)).toEqual([])
})

test('a remnant is nested before a whole plate, reserved for its nest, and scrapped only when it is free', async () => {
  const lot = await person.plates(2)
  const job = await person.job(await person.order(10))
  const planned = await person.nest(job.id)
  await person.move(job.id, 'release')
  await person.report(planned.layouts[0]?.id ?? '', { remnants: [{ lengthMm: 4000, widthMm: 1500 }] })
  const second = await person.job(await person.order(4))
  const again = await person.nest(second.id)
  const [remnant] = await person.remnants()
  expect(again.layouts).toMatchObject([{ source: { remnantId: remnant?.id }, lengthMm: 4000 }])
  await person.move(second.id, 'release')
  const [reserved] = await person.remnants()
  expect(reserved).toMatchObject({ status: 'reserved', can: { scrap: 'plate.remnant_reserved' } })
  const scrap = async () => {
    const [{ id, version } = { id: '', version: 0 }] = await person.remnants()
    await testDb.db.tx((write) => scrapPlateRemnant(write, foreman, id, { version, reason: '变形' }))
  }
  await expect(scrap()).rejects.toMatchObject(refused('plate.remnant_reserved'))
  // A result of a machine cannot take it either.
  const row = { job: '', part: 'p', order: '', mark: '', quantity: 1, plate: `P${remnant?.id}`, heat: '' }
  const records = [{ ...row, remnantLength: null, remnantWidth: null, location: '' }]
  await expect(
    testDb.db.tx((write) =>
      applyResult(write, foreman, second.id, { file: '', records, repeated: false }, now),
    ),
  ).rejects.toMatchObject(refused('plate.remnant_used'))
  await person.move(second.id, 'cancel')
  expect(await person.one(second.id)).toMatchObject({ nest: { status: 'cancelled' }, layouts: [] })
  const before = (await person.steel.lot(lot.id)).leftKg
  await scrap()
  expect(await person.remnants()).toMatchObject([{ status: 'scrapped' }])
  expect((await person.steel.lot(lot.id)).leftKg).toBeCloseTo(before - 942, 3)
})

test('a plate that another nest has reserved is refused at release, and so is one of a blocked lot', async () => {
  const lot = await person.plates(1)
  const [first, second] = [await person.job(await person.order(4)), await person.job(await person.order(4))]
  await person.nest(first.id)
  await person.nest(second.id)
  await person.move(first.id, 'release')
  await expect(person.move(second.id, 'release')).rejects.toMatchObject(refused('plate.unavailable'))
  expect(await person.nest(second.id)).toMatchObject({
    nest: {
      status: 'failed',
      reason: 'plate.nothing_fits',
      unmade: [{ quantity: 8, reason: 'no_stock' }],
    },
  })
  await person.move(first.id, 'cancel')
  await person.nest(second.id)
  const { version } = await person.steel.lot(lot.id)
  await testDb.db.tx((write) => quarantineLot(write, keeper, lot.id, { version, note: '复检' }, now))
  await expect(person.move(second.id, 'release')).rejects.toMatchObject(refused('nest.lot_blocked'))
})

test('nesting again takes what is not cut; scrapped parts and undone reports are open again', async () => {
  await person.plates(3)
  const job = await person.job(await person.order(60))
  // Narrow plates, so that there are two layouts.
  const planned = await person.nest(job.id, { kerfMm: 50, trimMm: 200 })
  expect(planned.layouts.length).toBeGreaterThan(1)
  await person.move(job.id, 'release')
  const [first] = planned.layouts
  const made = first?.parts.length ?? 0
  await person.report(first?.id ?? '', { scrapped: [1, 2] })
  expect(await one(job.id)).toMatchObject({ cut: made - 2 })
  const again = await person.nest(job.id)
  expect(again.layouts[0]).toMatchObject({ status: 'cut', parts: expect.arrayContaining([]) })
  expect(again.layouts[0]?.parts.filter(({ scrapped }) => scrapped)).toHaveLength(2)
  const open = again.layouts.slice(1).reduce((sum, { parts }) => sum + parts.length, 0)
  expect(open).toBe(120 - made + 2)
  // The undone layout belongs to a plan that was replaced.
  const { results } = await one(job.id)
  await testDb.db.tx((write) => undoResult(write, foreman, results[0]?.id ?? '', '板号错', now))
  expect((await person.one(job.id)).layouts.map(({ status }) => status)).not.toContain('cut')
  expect(await one(job.id)).toMatchObject({ cut: 0 })
  await person.move(job.id, 'release')
  const { version } = await one(job.id)
  await testDb.db.tx((write) => endPlateJob(write, planner, job.id, { step: 'cancel', version }))
  expect(await person.one(job.id)).toMatchObject({
    nest: { status: 'cancelled' },
    can: { nest: 'plate.job_cancelled' },
  })
  expect(await person.counts()).toEqual({ nested: 0, cut: 0 })
})

test('an undone report reserves its plate again while its plan is valid', async () => {
  await person.plates(1)
  const job = await person.job(await person.order(4))
  const planned = await person.nest(job.id)
  await person.move(job.id, 'release')
  await person.report(planned.layouts[0]?.id ?? '')
  const { results } = await one(job.id)
  await testDb.db.tx((write) => undoResult(write, foreman, results[0]?.id ?? '', '未切', now))
  expect(await person.one(job.id)).toMatchObject({
    nest: { status: 'released' },
    layouts: [{ status: 'reserved' }],
  })
  await person.report(planned.layouts[0]?.id ?? '')
  expect(await one(job.id)).toMatchObject({ status: 'cut' })
})

test('plates without a size are refused until they have one, plates to buy are dropped at release, and shapes stay out', async () => {
  const lot = await person.plates(1, { profile: '-20', thicknessMm: '20' })
  const order = await person.order(4)
  await testDb.db.tx((write) =>
    sql`insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, net_kg, quantity_per_mark, is_main)
      select 1, id, 'gusset', 'PL20*300', 'Q355B', 400, 12, 1, false from marks where order_id = ${order}`.execute(
      write,
    ),
  )
  const job = await person.job(order)
  const bought = await person.nest(job.id, { buy: [{ lengthMm: 6000, widthMm: 2000 }] })
  expect(bought).toMatchObject({
    nest: {
      can: { release: 'plate.only_to_buy' },
      unmade: [{ part: 'gusset', reason: 'no_rectangle', quantity: 2 }],
    },
    layouts: [{ source: null }],
    unsized: [{ lotId: lot.id, plates: 1 }],
  })
  await expect(
    person.nest(job.id, {}, [{ lotId: lot.id, lengthMm: 800, widthMm: 200 }]),
  ).rejects.toMatchObject({ facts: { params: { reason: 'lot.unlikely_size' } } })
  const sized = await person.nest(job.id, {}, [{ lotId: lot.id, lengthMm: 8000, widthMm: 2000 }])
  expect(sized).toMatchObject({ unsized: [], layouts: [{ source: { lotId: lot.id } }] })
})

test('two people report one plate: the second is refused, and nothing is counted twice', async () => {
  await person.plates(1)
  const job = await person.job(await person.order(4))
  const { layouts } = await person.nest(job.id)
  await person.move(job.id, 'release')
  const id = layouts[0]?.id ?? ''
  const ends = await Promise.allSettled([person.report(id), person.report(id)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await person.counts()).toEqual({ nested: 0, cut: 8 })
})

test('rectangles without a part file are in the bundle as an outline, other shapes are not', async () => {
  const order = await person.order(2)
  await testDb.db.tx((write) =>
    sql`insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, net_kg, quantity_per_mark, is_main)
      select 1, id, 'g', 'PL20*300', 'Q355B', 400, 12, 1, false from marks where order_id = ${order}`.execute(
      write,
    ),
  )
  const job = await person.job(order)
  const found = await filesIn(
    await plateBundle(testDb.db.reads, { bytes: async () => Buffer.alloc(0) }, planner, job.id),
  )
  const names = [...found.keys()].filter((name) => name.endsWith('.dxf'))
  expect(names.map((name) => name.replace(/^.*_/, ''))).toEqual(['p-2.dxf'])
  const dxf = found.get(names[0] ?? '') ?? ''
  expect(dxf).toMatch(/^0\r\nSECTION\r\n[^]*AC1009[^]*POLYLINE[^]*0\r\nEOF\r\n$/)
  expect([...dxf.matchAll(/\n10\r\n(\d+)\r\n20\r\n(\d+)/g)].map(([, x, y]) => [x, y])).toEqual([
    ['0', '0'],
    ['400', '0'],
    ['400', '300'],
    ['0', '300'],
  ])
  expect(found.get('parts.csv')).toContain(names[0])
})
