import { buffer } from 'node:stream/consumers'
import { orderExportColumns } from '@cloud-factory/contract/orders/orders'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { applyImport } from '../order-import/apply-import.ts'
import {
  fillOrders,
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from './orders.fixtures.ts'
import { exportMarks, exportOrders, exportPieces } from './export-orders.ts'

let testDb: TestDatabase
let orderId: string
beforeAll(async () => {
  testDb = await testDatabase()
  const { db } = testDb
  const project = await newProject(db, { name: '=体育中心' })
  orderId = await newOrder(db, project, { no: 'AA-1', name: '钢柱', dueOn: '2026-03-10', note: '-急' })
  const list = parsedList([parsedMark('GL-1'), parsedMark('GL-2', { quantity: 3 }), parsedMark('GZ-1')])
  const job = await readImport(db, orderId, list)
  await db.tx((write) => applyImport(write, planner, job))
  await db.tx((write) => fillOrders(write, 1, { orders: 1300, now }))
})
afterAll(() => testDb.close())

type Rows = Record<string, unknown>[]
async function rowsOf(file: { body: NodeJS.ReadableStream }): Promise<Rows> {
  const book = read(await buffer(file.body as never), { cellDates: true, UTC: true })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: null })
}
const columns = (...keys: string[]) => keys.map((key) => ({ key: key as 'no', title: `t:${key}` }))

it('has the asked columns under their titles, words as they were given, and sums', async () => {
  const file = await exportOrders(
    testDb.db,
    planner,
    {
      filter: { q: 'aa-1' },
      columns: columns('no', 'project', 'status', 'dueOn', 'daysLate', 'pieces', 'tonnes', 'note'),
      words: { 'status.draft': '草稿', sum: '合计' },
      name: '订单',
    },
    now,
  )
  expect(file.name).toBe('订单.xlsx')
  expect(await rowsOf(file)).toMatchObject([
    {
      't:no': 'AA-1',
      't:project': '=体育中心',
      't:status': '草稿',
      't:dueOn': new Date('2026-03-10T00:00:00Z'),
      't:daysLate': 10,
      't:pieces': 7,
      't:tonnes': 0.7035,
      't:note': '-急',
    },
    { 't:no': '合计', 't:pieces': 7, 't:tonnes': 0.7035 },
  ])
})

it('has every match once and in order, however many portions they take', async () => {
  const file = await exportOrders(testDb.db, planner, { sort: '-no', columns: columns('no', 'pieces') }, now)
  const rows = await rowsOf(file)
  const numbers = rows.slice(0, -1).map((row) => String(row['t:no']))
  expect(numbers).toHaveLength(1301)
  expect(numbers).toEqual([...new Set(numbers)].toSorted().toReversed())
  expect(rows.at(-1)?.['t:pieces']).toBe(1300 * 20 + 7)
})

it('stays whole while somebody changes what it is sorted by', async () => {
  const file = await exportOrders(testDb.db, planner, { sort: '-updatedAt', columns: columns('no') }, now)
  await testDb.db.tx((write) => sql`update orders set updated_at = now() where id % 3 = 0`.execute(write))
  expect(new Set((await rowsOf(file)).map((row) => row['t:no'])).size).toBe(1301)
})

it('is only of the ids that were picked, in their order', async () => {
  const ids = ['9', orderId, '5', '99999999']
  const file = await exportOrders(testDb.db, planner, { ids, columns: columns('no') }, now)
  expect((await rowsOf(file)).map((row) => row['t:no'])).toEqual(['SO-000008', 'AA-1', 'SO-000004'])
})

it('knows every column, and tonnes left by process', async () => {
  await testDb.db.tx((write) =>
    sql`update orders set by_process = '[{"process": 3, "pieces": 7, "donePieces": 2, "kg": 703.5, "doneKg": 201}]'
      where id = ${orderId}`.execute(write),
  )
  const all = columns(...orderExportColumns, 'left.3', 'left.4')
  const [row] = await rowsOf(await exportOrders(testDb.db, planner, { ids: [orderId], columns: all }, now))
  expect(Object.keys(row ?? {})).toHaveLength(all.length)
  expect(row).toMatchObject({ 't:left.3': 0.5025, 't:left.4': null, 't:progress': 0 })
})

it('guesses its size well enough for a bar', async () => {
  const all = columns(...orderExportColumns)
  const file = await exportOrders(testDb.db, planner, { columns: all }, now)
  const bytes = (await buffer(file.body)).length
  expect(file.estimatedBytes).toBeGreaterThan(bytes * 0.8)
  expect(file.estimatedBytes).toBeLessThan(bytes * 1.25)
})

it('stands in the log: who took how many orders', async () => {
  const row = await testDb.db.reads
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'orders.export')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ actor_name: planner.cnName, after: { rows: 1, filter: { q: 'aa-1' } } })
})

it('marks and pieces of an order leave the same way', async () => {
  const marks = await exportMarks(
    testDb.db.reads,
    planner,
    orderId,
    { q: 'GL', columns: [{ key: 'mark' }, { key: 'quantity' }, { key: 'totalKg' }] },
    now,
  )
  expect(await rowsOf(marks)).toEqual([
    { mark: 'GL-1', quantity: 2, totalKg: 201 },
    { mark: 'GL-2', quantity: 3, totalKg: 301.5 },
    { mark: null, quantity: 5, totalKg: 502.5 },
  ])
  const words = { 'piece.planned': '待下达' }
  const pieces = await exportPieces(
    testDb.db.reads,
    planner,
    orderId,
    { columns: [{ key: 'serial' }, { key: 'status' }, { key: 'netKg' }], words, sort: '-serial' },
    now,
  )
  const rows = await rowsOf(pieces)
  expect(rows[0]).toMatchObject({ serial: 'GZ-1-002', status: '待下达', netKg: 100.5 })
  expect(rows.at(-1)).toMatchObject({ netKg: 703.5 })
  const serials = { columns: [{ key: 'serial' as const }] }
  const among = sql<{ id: number }>`select id from pieces where serial = 'GL-1-002'`
  const some = await exportPieces(testDb.db.reads, planner, orderId, serials, now, among)
  expect(await rowsOf(some)).toEqual([{ serial: 'GL-1-002' }])
  await expect(
    exportPieces(testDb.db.reads, { ...planner, plantId: 2 }, orderId, { columns: [{ key: 'serial' }] }, now),
  ).rejects.toMatchObject({ code: 'not_found' })
})
