import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { expectBounded } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { countOf, limitOf } from '../../platform/db/list-page.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { lineSorts, linesFrom, linesOf, linesWhere, metresOnOrder } from './purchase-lines.queries.ts'
import { purchasesOf, purchasesWhere } from './purchases.queries.ts'

// Purchases of years: 10 000 with 10 lines each of 200 suppliers. The last 100 are ordered; half of their lines have come.
// Of the others each hundredth was cancelled, and each hundredth was closed before all of it had come.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 2000, now })
    await sql`insert into suppliers (plant_id, code, name, updated_by_name)
      select 1, 'S' || n, '钢联' || n, 'x' from generate_series(1, 200) n`.execute(write)
    await sql`insert into purchases (plant_id, no, status, supplier_id, updated_by_name)
      select 1, 'PO-' || n, case when n > 9900 then 'ordered' when n % 100 = 0 then 'cancelled' else 'received' end,
        1 + n % 200, 'x' from generate_series(1, 10000) n`.execute(write)
    await sql`insert into purchase_lines (plant_id, purchase_id, position, form, profile, grade, length_mm, pieces, kg,
        price_per_tonne, expected_on, order_id, max_pieces, received)
      select 1, u.id, n, 'section', 'L' || 50 + 10 * n || '*5', 'Q355B', 12000, 10, 500, 4000,
        date '2020-01-01' + (u.id / 4)::int, 1 + u.id % 2000, 10,
        case when u.status = 'cancelled' or u.id % 100 = 1 or (u.status = 'ordered' and n > 5) then 0 else 10 end
      from purchases u, generate_series(1, 10) n`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

/** Statements read their 1 000 open lines and what those name, of 100 000 lines. */
const expectFew = (statement: RawBuilder<unknown>, rows: number) =>
  expectBounded(testDb.db, statement, { tables: ['purchase_lines', 'purchases', 'orders'], rows })

test.each([
  ['by day', 'expectedOn', {}],
  ['the last day first', '-expectedOn', {}],
  ['late ones', 'expectedOn', { late: 'true' }],
  ['found by a word', 'expectedOn', { q: 'L60' }],
] as const)('lines that have not come: %s', async (_name, sort, query) => {
  const where = linesWhere(1, now, query)
  await expectFew(linesOf(1, now, where, lineSorts[sort], limitOf({})), 8000)
  await expectFew(countOf(linesFrom, where), 8000)
})

test('metres on order', async () => {
  await expectFew(metresOnOrder(1), 4000)
})

test.each([
  ['newest', {}, 500],
  ['open ones', { status: ['ordered' as const] }, 500],
  ['of a supplier', { supplierId: '7' }, 500],
])('purchases: %s', async (_name, query, rows) => {
  await expectFew(purchasesOf(purchasesWhere(1, query), sql`id desc`, limitOf({})), rows)
})
