import { buffer } from 'node:stream/consumers'
import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { now } from '../orders/orders.fixtures.ts'
import { exportFinished } from './export-finished.ts'
import { listFinished } from './finished.queries.ts'
import { allConform, keeping, newPackages, openYard, sentDelivery, shipper } from './shipping.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())

/** Quality to which these pieces lack this. */
const lacking = (ids: readonly string[], demand: OpenDemand) => async () =>
  new Map(ids.map((id) => [Number(id), [demand]] as const))

test('finished pieces stand where they are, and say why they are not ready', async () => {
  const yard = await openYard(testDb.db, { pieces: 7 })
  const [ready = '', untested = '', held = '', inBox = '', gone = '', unfinished = '', scrapped = ''] =
    yard.pieceIds
  await newPackages(testDb.db, yard.orderId, { contents: [[inBox]] })
  await sentDelivery(testDb.db, yard, [gone])
  await testDb.db.tx(async (write) => {
    await sql`update pieces set holds = 1 where id = ${held}`.execute(write)
    await sql`update pieces set status = 'scrapped' where id = ${scrapped}`.execute(write)
    await sql`update pieces set steps_done = 0, next_process_id = (select process_id from route_steps
      where route_id = ${yard.routeId} and position = 0) where id = ${unfinished}`.execute(write)
  })
  const deps = {
    reads: testDb.db.reads,
    conformity: lacking([untested], 'ndt_due'),
    withheld: keeping(untested),
  }
  const all = await listFinished(deps, 1, { orderId: yard.orderId })
  const shown = new Map(all.items.map(({ id, state, reason }) => [id, [state, reason]]))
  expect(shown).toEqual(
    new Map([
      [ready, ['ready', null]],
      [untested, ['not_ready', 'pack.ndt_due']],
      [held, ['not_ready', 'pack.piece_held']],
      [inBox, ['packing', null]],
      [gone, ['shipped', null]],
    ]),
  )
  expect(all.sums).toEqual({ pieces: 5, kg: 500 })
  expect(all.byState).toMatchObject({ ready: { pieces: 1, kg: 100 }, not_ready: { pieces: 2, kg: 200 } })
  const waiting = await listFinished(deps, 1, { orderId: yard.orderId, state: ['not_ready'], pageSize: 1 })
  expect(waiting).toMatchObject({ total: 2, sums: { pieces: 2, kg: 200 }, byState: { ready: { pieces: 1 } } })
  expect(waiting.items).toHaveLength(1)
})

test('an order that rests lets nothing go; another plant sees none of it', async () => {
  const yard = await openYard(testDb.db, { pieces: 2 })
  const deps = { reads: testDb.db.reads, conformity: allConform, withheld: keeping() }
  await testDb.db.tx((write) =>
    sql`update orders set status = 'on_hold', held_from = 'in_production', status_reason = 'x'
      where id = ${yard.orderId}`.execute(write),
  )
  const { items } = await listFinished(deps, 1, { orderId: yard.orderId })
  expect(items.map(({ reason }) => reason)).toEqual(['pack.order_state', 'pack.order_state'])
  expect((await listFinished(deps, 2, { orderId: yard.orderId })).total).toBe(0)
})

test('the file holds what matches, in words, with the sum', async () => {
  const yard = await openYard(testDb.db, { pieces: 3 })
  const input = {
    filter: { orderId: yard.orderId, state: ['not_ready' as const] },
    columns: (['serial', 'state', 'reason', 'netKg'] as const).map((key) => ({ key })),
    words: { 'state.not_ready': '不可打包', 'reason.pack.ndt_due': '待探伤', sum: '合计' },
  }
  const bad = yard.pieceIds.slice(0, 2)
  const deps = { reads: testDb.db.reads, conformity: lacking(bad, 'ndt_due'), withheld: keeping(...bad) }
  const file = await exportFinished(testDb.db, deps, shipper, input, now)
  const book = read(await buffer(file.body as never))
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {})).toEqual([
    { serial: 'GL-1-001', state: '不可打包', reason: '待探伤', netKg: 100 },
    { serial: 'GL-1-002', state: '不可打包', reason: '待探伤', netKg: 100 },
    { serial: '合计', netKg: 200 },
  ])
})
