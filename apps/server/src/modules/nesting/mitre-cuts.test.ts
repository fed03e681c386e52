import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { planner } from '../orders/orders.fixtures.ts'
import { partsByCode } from '../parts/public.ts'
import { platesByCode } from '../plates/public.ts'
import { nestingPerson } from './nests.fixtures.ts'

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

/** Gives the parts of an order a part file whose web slopes by these millimetres at its ends; 2000 × 400 from tip to tip. */
const mitred = (order: string, left: number, right: number) => {
  const x = { lower: -Math.min(0, left), upper: 2000 - Math.max(0, right) }
  const points = [
    [x.lower, 0],
    [x.upper, 0],
    [x.upper + right, 400],
    [x.lower + left, 400],
  ].map(([at, y]) => ({ x: at, y, radius: 0 }))
  const geometry = {
    lengthMm: 2000,
    heightMm: 400,
    flangeMm: 200,
    holes: [],
    contours: [{ face: 'v', kind: 'outer', points }],
  }
  return testDb.db.tx((write) =>
    sql`update parts set geometry = ${JSON.stringify(geometry)}::jsonb
      where mark_id in (select id from marks where order_id = ${order})`.execute(write),
  )
}

test.each([
  ['parallel', 400, [45, 45, false]],
  ['opposite', -400, [45, -45, false]],
] as const)('mitre cuts of neighbours are one cut: %s ends', async (_, right, first) => {
  const order = await person.order(2000, 3)
  await mitred(order, 400, right)
  await person.bars(2)
  const nest = await person.solved()
  expect(nest).toMatchObject({ bars: 1, parts: 6, profileMm: 400, unmadeParts: 0 })
  const [bar] = nest.items
  // Six parts of 2 m and five shared cuts, each of which saves 400 mm less its own width.
  expect(bar).toMatchObject({ sharedMm: 1978.5, remnantMm: 1964.2, wasteMm: 14.3 })
  const cuts = bar?.parts.map(({ leftDeg, rightDeg, turned }) => [leftDeg, rightDeg, turned])
  expect(cuts?.[0]).toEqual(first)
  for (const [at, cut] of cuts?.entries() ?? []) expect(at === 0 || cut[0] === cuts?.[at - 1]?.[1]).toBe(true)
  const released = await person.release(nest)
  await person.report(released.items[0]?.id ?? '', 1960)
  expect((await person.one(nest.id)).items[0]).toMatchObject({ remnantMm: 1960, wasteMm: 18.5 })
})

test('without a part file, and with one of another length, cuts are square', async () => {
  const order = await person.order(2001, 3)
  await mitred(order, 400, 400)
  await person.bars(2)
  expect(await person.solved()).toMatchObject({ bars: 2, items: [{ sharedMm: 0 }, { sharedMm: 0 }] })
})

test('the code on a label opens the parts of its order, for those who may read orders', async () => {
  const order = await person.order(2000)
  await person.bars(1)
  const { items } = await person.solved()
  const code = items[0]?.parts[0]?.code ?? ''
  const find = partsByCode(testDb.db.reads)
  expect(await find(planner, code, 5)).toMatchObject([
    { kind: 'part', code: 'b', path: `/order/detail/${order}?part=parts&q=b` },
  ])
  expect(await find({ ...planner, tags: [] }, code, 5)).toEqual([])
  expect(await find({ ...planner, plantId: 2 }, code, 5)).toEqual([])
  expect(await platesByCode(testDb.db.reads)(planner, code, 5)).toEqual([])
})
