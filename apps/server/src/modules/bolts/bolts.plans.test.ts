import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { limitOf } from '../../platform/db/list-page.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { lotsOf, lotsWhere } from './bolt-lots.ts'
import { testsOf } from './bolt-tests.ts'
import { boltNeedsOf, orderBoltsOf, orderBoltsWhere } from './bolts.queries.ts'
import { issuesOf } from './issue-bolts.ts'

// Plans at size: 2 000 orders with 20 lines of 400 bought parts, 8 000 lots with tests, 40 000 issues.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 2000, now })
    await sql`insert into bought_items (plant_id, kind, designation, size)
      select 1, 'set', 'M20×' || n, 'M20' from generate_series(1, 400) n`.execute(write)
    await sql`insert into order_bolts (plant_id, order_id, item_id, place, quantity, updated_by_name)
      select 1, o.id, i.id, 'site', 40, 'x' from orders o cross join generate_series(1, 20) n
        join bought_items i on i.designation = 'M20×' || 1 + (o.id * 7 + n) % 400`.execute(write)
    await sql`insert into bolt_lots (plant_id, item_id, lot_no, received, issued, received_on, updated_by_name)
      select 1, i.id, 'L' || n, 1000, case when n > 18 then 0 else 1000 end, date '2020-01-01', 'x'
      from bought_items i, generate_series(1, 20) n order by n, i.id`.execute(write)
    await sql`insert into bolt_tests (plant_id, kind, lot_id, report_no, tested_on, readings, mean, deviation, is_passed, tested_by_name)
      select 1, 'torque', id, 'R' || id, date '2020-01-02', '[]', 0.13, 0.001, true, 'x' from bolt_lots`.execute(
      write,
    )
    await sql`insert into bolt_issues (plant_id, lot_id, order_id, quantity, issued_at, issued_by_name)
      select 1, l.id, b.order_id, 40, now(), 'x' from order_bolts b
        join bolt_lots l on l.item_id = b.item_id and l.lot_no = 'L1'`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)
const newest = sql`r.id desc`

test('the list of an order, what it was given, and what it needs', async () => {
  const where = orderBoltsWhere(1, '77', {})
  expect(await planOf(orderBoltsOf(where, sql`b.place, b.connection, b.mark, b.id`, limitOf({})))).toMatch(
    /order_bolts_by_order/,
  )
  expect(await planOf(issuesOf(sql`r.plant_id = 1 and r.order_id = 77`, newest, limitOf({})))).toMatch(
    /bolt_issues_by_order/,
  )
  const plan = await planOf(boltNeedsOf(1, '77'))
  expect(plan).toMatch(/order_bolts_by_order/)
  expect(plan).not.toMatch(/Seq Scan on (order_bolts|bolt_issues|bolt_tests|orders)/)
})

test.each([
  ['newest', {}, /bolt_lots_(by_id|pkey)/],
  ['of a part', { itemId: '7', free: 'true' }, /bolt_lots_key/],
] as const)('lots: %s', async (_name, query, index) => {
  const plan = await planOf(lotsOf(lotsWhere(1, query), newest, limitOf({})))
  expect(plan).toMatch(index)
  expect(plan).toMatch(/bolt_tests_by_lot/)
})

test('tests, the newest first', async () => {
  expect(await planOf(testsOf(sql`r.plant_id = 1`, newest, limitOf({})))).toMatch(/bolt_tests_(by_id|pkey)/)
})
