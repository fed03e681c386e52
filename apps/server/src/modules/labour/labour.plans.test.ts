import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/public.ts'
import { labourRows } from './labour-report.queries.ts'
import { labourCostRows } from './order-costs.queries.ts'
import { payrollRows } from './payroll.ts'

// A report reads the reports of its days or of its orders, and never all of them.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedPlan(write, 1)
    await fillOrders(write, 1, { orders: 500, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, updated_by_name, route_id)
      select 1, id, 'GL-1', '梁', 'beam', 'HN400*200*8*13', 100, 100, 'file', 'x', 2 from orders`.execute(
      write,
    )
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg, status)
      select 1, order_id, id, mark || '-' || n, 100, 'issued' from marks, generate_series(1, 100) n`.execute(
      write,
    )
    await sql`insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg,
        finishes, source, done_at, day, created_by, created_by_name)
      select 1, o.project_id, o.id, p.mark_id, p.id, 1 + p.id % 8, 0, 1, 100, true, 'list', now(),
        date '2024-01-01' + (p.id % 800)::int, p.id % 50, 'x'
      from pieces p join orders o on o.id = p.order_id`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

const month = { first: '2026-02-01', closed: null, firstClosed: null, isNext: true, isOver: true }

test.each([
  ['hours of a week', labourRows(1, { from: '2026-02-01', to: '2026-02-07', group: 'order' })],
  [
    'hours of an order',
    labourRows(1, { from: '2024-01-01', to: '2026-12-31', group: 'none', orderId: '99' }),
  ],
  ['piecework of a month', payrollRows(1, month)],
  [
    'corrections of the month after the first closed one',
    payrollRows(1, { ...month, firstClosed: '2026-01-01' }),
  ],
  ['work of a page of orders', labourCostRows(1, [11, 12, 13])],
])('%s', async (_name, statement) => {
  const plan = await planOf(testDb.db, statement)
  expect(plan).toMatch(/work_reports_(by_day|counted|by_order|of_order)/)
  expect(plan).not.toMatch(/Seq Scan on work_reports/)
})
