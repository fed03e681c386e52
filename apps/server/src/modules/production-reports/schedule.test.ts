import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fillOrders, newOrder, newProject, now, viewer } from '../orders/orders.fixtures.ts'
import { orderSchedule, placesOf, type ScheduleQuery } from './schedule.queries.ts'

let testDb: TestDatabase
let projects: string[]
beforeAll(async () => {
  testDb = await testDatabase()
  const { db } = testDb
  projects = [await newProject(db), await newProject(db, { code: 'P-2', name: '电厂' })]
  const [one = '', other = ''] = projects
  const orders: [string, string, string | null, string, string | null][] = [
    // Number, project, due, entered, begun.
    ['LATE', one, '2026-02-10', '2026-01-05', '2026-01-20T18:00:00Z'],
    ['NOW', one, '2026-03-25', '2026-03-01', null],
    ['LATER', other, '2026-06-30', '2026-03-19', null],
    ['ODD', other, '2026-01-01', '2026-03-01', null],
    ['UNDATED', other, null, '2026-03-01', null],
    ['GONE', one, '2026-03-25', '2026-03-01', null],
  ]
  for (const [no, project, dueOn, entered, begun] of orders) {
    const id = await newOrder(db, project, { no, dueOn })
    await db.tx((write) =>
      sql`update orders set created_at = ${entered}::date + time '12:00', started_at = ${begun},
        status = ${no === 'GONE' ? 'cancelled' : 'confirmed'} where id = ${Number(id)}`.execute(write),
    )
  }
  await db.tx((write) =>
    sql`insert into batches (plant_id, order_id, no, planned_start, planned_end, updated_by_name)
      select 1, id, 'L1', '2026-03-10', '2026-03-20', '' from orders where no = 'NOW'`.execute(write),
  )
})
afterAll(() => testDb.close())

const schedule = (overrides: Partial<ScheduleQuery> = {}) =>
  orderSchedule(testDb.db.reads, viewer, { from: '2026-03-01', to: '2026-03-31', ...overrides }, now)
const numbers = async (overrides?: Partial<ScheduleQuery>) =>
  (await schedule(overrides)).items.map(({ no }) => no)

test('a month shows what is due or in hand, late ones first, none that is cancelled', async () => {
  const { items, today, undated, more } = await schedule()
  expect({ today, undated, more }).toEqual({ today: '2026-03-20', undated: 1, more: false })
  expect(
    items.map(({ no, startsOn, startIs, dueOn, daysLate }) => [no, startsOn, startIs, dueOn, daysLate]),
  ).toEqual([
    ['ODD', '2026-01-01', 'entered', '2026-01-01', 78],
    // 18:00 in London is the next day in Shanghai.
    ['LATE', '2026-01-21', 'started', '2026-02-10', 38],
    ['NOW', '2026-03-10', 'planned', '2026-03-25', null],
    ['LATER', '2026-03-19', 'entered', '2026-06-30', null],
  ])
})

test('the future shows what is due then, the past what was already begun', async () => {
  expect(await numbers({ from: '2026-06-01', to: '2026-08-31' })).toEqual(['LATER'])
  expect(await numbers({ from: '2026-01-01', to: '2026-01-31' })).toEqual(['ODD', 'LATE'])
})

test('by project and by words', async () => {
  expect(await numbers({ projectId: projects[1] })).toEqual(['ODD', 'LATER'])
  expect(await numbers({ q: 'late' })).toEqual(['LATE', 'LATER'])
})

test('spans that are the wrong way round or too long are refused', async () => {
  await expect(schedule({ to: '2026-02-01' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(schedule({ to: '2027-12-31' })).rejects.toMatchObject({
    facts: { params: { reason: 'report.too_long' } },
  })
})

test('at size it stops at so many and walks the open ones by due date', async () => {
  await testDb.db.tx(async (write) => {
    await fillOrders(write, 1, { orders: 12_000, now })
    // So many open orders that sorting all of them costs more than walking to the limit.
    await sql`update orders set status = 'confirmed' where id % 4 = 0`.execute(write)
    await sql`analyze orders`.execute(write)
  })
  const found = await schedule()
  expect(found.more).toBe(true)
  expect(found.items).toHaveLength(400)
  const where = sql`plant_id = ${1}`
  const plan = await readRows(
    testDb.db.reads,
    sql<
      Record<string, string>
    >`explain ${placesOf(where, { from: '2026-03-01', to: '2026-03-31' }, '2026-03-20', 'Asia/Shanghai')}`,
  )
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  expect(text).toContain('orders_open_by_due')
  expect(text).not.toContain('Seq Scan on orders')
})
