import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/seed-plan.ts'
import { ordersOf } from '../orders/order-rows.queries.ts'
import { matrixPage } from './production.queries.ts'
import { reportsPage, reportsWhere } from './reports.queries.ts'
import { foreman } from './work.fixtures.ts'
import { readyPage, readyWhere } from './work.queries.ts'

// Plans at size: what a crew asks all day finds its rows by an index.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedPlan(write, 1)
    await fillOrders(write, 1, { orders: 5000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source,
        updated_by_name, route_id)
      select 1, id, 'GL-' || m, '梁', 'beam', 'HN400*200*8*13', 2, 100, 'file', 'x', 2
      from orders, generate_series(1, 5) m where status in ('released', 'in_production')`.execute(write)
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg, status, next_process_id)
      select 1, order_id, id, mark || '-' || n, 100, 'issued', 1 + n % 8 from marks, generate_series(1, 20) n`.execute(
      write,
    )
    await sql`insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg,
        finishes, source, done_at, day, created_by, created_by_name)
      select 1, o.project_id, o.id, p.mark_id, p.id, 1 + p.id % 8, 0, 1, 100, true, 'list', now(),
        date '2026-01-01' + (p.id % 80)::int, p.id % 50, 'x'
      from pieces p join orders o on o.id = p.order_id`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test('pieces ready for a process, of all orders and of one', async () => {
  const all = { processId: '3' }
  expect(await planOf(readyPage(readyWhere(1, all), all))).not.toMatch(/Seq Scan on (pieces|marks)/)
  const own = { processId: '3', orderId: '4990' }
  const plan = await planOf(readyPage(readyWhere(1, own), own))
  expect(plan).toMatch(/pieces_by_next_process|pieces_serial_key|pieces_by_status/)
  expect(plan).not.toMatch(/Seq Scan on (pieces|orders|marks)/)
})

test('the matrix goes on behind a serial', async () => {
  const plan = await planOf(matrixPage(sql`p.order_id = 4990 and p.plant_id = 1`, 'GL-1-003', 500))
  expect(plan).toMatch(/pieces_serial_key|pieces_by_status/)
  expect(plan).not.toMatch(/Seq Scan on pieces/)
})

test.each([
  ['newest', {}, /work_reports_pkey|work_reports_by/],
  ['of an order', { orderId: '4990' }, /work_reports_of_order/],
  ['of a piece', { pieceId: '77' }, /work_reports_by_piece/],
  ['one’s own', { mine: 'true' }, /work_reports_by_author/],
  ['of a day', { from: '2026-02-01', to: '2026-02-01', sort: 'day' }, /work_reports_by_day/],
] as const)('reports: %s', async (_name, query, index) => {
  const order = 'sort' in query ? sql`day, id` : sql`id desc`
  const plan = await planOf(reportsPage(reportsWhere(foreman, query), order, {}))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on work_reports/)
})

test('the pace of a page of orders', async () => {
  const where = sql`plant_id = 1 and id = any(${[4900, 4901, 4902]}::bigint[])`
  const plan = await planOf(
    ordersOf({ plantId: 1, now, where, order: sql`no`, limit: sql`limit 20`, keepsPlan: false }),
  )
  expect(plan).toMatch(/Index Only Scan using order_days_pkey/)
  expect(plan).not.toMatch(/Seq Scan on (order_days|orders)/)
})
