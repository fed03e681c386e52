import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { nestingPerson } from '../nesting/nests.fixtures.ts'
import { keeper, materialNow } from './material.fixtures.ts'
import { listStockBars } from './stock-bars.queries.ts'
import { scrapBar } from './stock-bars.store.ts'
import { oneStockTake } from './stock-takes.queries.ts'
import { cancelStockTake, closeStockTake, countBar, startStockTake } from './stock-takes.store.ts'

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

const start = (filter = { location: '', profile: '' }) =>
  testDb.db.tx((write) => startStockTake(write, keeper, filter, materialNow))
const take = (id: string) => oneStockTake(testDb.db.reads, keeper, id)
const count = (id: string, bar: string, location: string | null = null, counted = true) =>
  testDb.db.tx((write) => countBar(write, keeper, id, { bar, location, counted }, materialNow))
const close = async (id: string) => {
  const { version } = await take(id)
  await testDb.db.tx((write) =>
    closeStockTake(write, keeper, id, { version, reason: '年终盘点' }, materialNow),
  )
}
const bars = async () => (await listStockBars(testDb.db.reads, keeper, { sort: 'id' })).items
const refused = (reason: string) => ({ facts: { params: { reason } } })

test('missing bars leave the stock, misplaced and unexpected ones move, and weights stay whole', async () => {
  const here = await person.bars(3, { location: 'A-1' })
  const there = await person.bars(1, { location: 'B-9' })
  const [first, second, third, other] = (await bars()).map(({ id }) => `B${id}`)
  const id = await start({ location: 'A-', profile: '' })
  expect(await take(id)).toMatchObject({
    expected: 3,
    results: { missing: 3, found: 0 },
    can: { close: true },
  })
  await count(id, first ?? '')
  await count(id, ` ${(second ?? '').toLowerCase()} `, 'A-2')
  await count(id, other ?? '', 'A-1')
  await count(id, third ?? '')
  await count(id, third ?? '', null, false)
  expect(await take(id)).toMatchObject({
    counted: 3,
    results: { found: 1, wrong_place: 1, unexpected: 1, missing: 1, used: 0 },
  })
  await close(id)
  expect((await bars()).map(({ status, location }) => [status, location])).toEqual([
    ['available', 'A-1'],
    ['available', 'A-2'],
    ['scrapped', 'A-1'],
    ['available', 'A-1'],
  ])
  expect(await person.steel.lot(here.id)).toMatchObject({ usedKg: 784.8, leftKg: 1569.6 })
  expect(await person.steel.lot(there.id)).toMatchObject({ usedKg: 0 })
  expect(await take(id)).toMatchObject({ status: 'closed', reason: '年终盘点', results: { missing: 1 } })
  await expect(count(id, first ?? '')).rejects.toMatchObject(refused('stock_take.closed'))
})

test('a missing bar that a nest has reserved refuses the booking; cut ones are not missing', async () => {
  await person.order(5000)
  await person.bars(2)
  const nest = await person.release(await person.solved())
  const [reserved, free] = await bars()
  const id = await start()
  await count(id, `B${free?.id}`)
  await expect(close(id)).rejects.toMatchObject({
    facts: { params: { reason: 'stock_take.bar_reserved', bar: `B${reserved?.id}`, nest: nest.no } },
  })
  await person.report(nest.items[0]?.id ?? '', 0)
  expect(await take(id)).toMatchObject({ results: { found: 1, used: 1, missing: 0 } })
  await expect(count(id, `B${reserved?.id}`)).rejects.toMatchObject({
    facts: { params: { reason: 'stock_take.bar_cut' } },
  })
  await close(id)
  expect((await bars()).map(({ status }) => status)).toEqual(['cut', 'available'])
})

test('a scrapped bar that is found is back in stock; unknown codes and empty places are refused', async () => {
  const lot = await person.bars(2)
  const [gone, left] = await bars()
  await testDb.db.tx((write) => scrapBar(write, keeper, gone?.id ?? '', { version: 1, reason: '丢失' }))
  const id = await start()
  await count(id, `B${left?.id}`)
  await count(id, `B${gone?.id}`, 'C-3')
  await expect(count(id, 'X-1')).rejects.toMatchObject({
    facts: { params: { reason: 'stock_take.unknown_bar' } },
  })
  await close(id)
  expect(await bars()).toMatchObject([{ status: 'available', location: 'C-3' }, { status: 'available' }])
  expect(await person.steel.lot(lot.id)).toMatchObject({ usedKg: 0 })
  await expect(start({ location: 'Z-', profile: '' })).rejects.toMatchObject(refused('stock_take.no_bars'))
  const other = await start()
  await testDb.db.tx((write) => cancelStockTake(write, keeper, other, 1))
  await expect(close(other)).rejects.toMatchObject(refused('stock_take.cancelled'))
})
