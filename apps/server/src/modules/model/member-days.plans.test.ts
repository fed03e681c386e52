import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/seed-plan.ts'
import { daysOfPieces } from './member-days.queries.ts'

// Plans at size: 2 000 orders, 40 000 pieces, a work report, a site report and a place on site of each.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedPlan(write, 1)
    await fillOrders(write, 1, { orders: 2000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source,
        updated_by_name, route_id)
      select 1, id, 'GL-1', 'x', 'beam', 'HN400*200', 20, 100, 'file', 'x', 2 from orders`.execute(write)
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg, status)
      select 1, order_id, id, mark || '-' || n, 100, 'received' from marks, generate_series(1, 20) n`.execute(
      write,
    )
    await sql`insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg,
        finishes, source, done_at, day, created_by_name)
      select 1, o.project_id, o.id, p.mark_id, p.id, 1 + p.id % 8, 0, 1, 100, true, 'list', now(),
        date '2026-01-01' + (p.id % 80)::int, 'x'
      from pieces p join orders o on o.id = p.order_id`.execute(write)
    await sql`insert into site_reports (plant_id, order_id, piece_id, kind, note, with_receipt, source, client_key, done_at,
        reported_at, reported_by_name)
      select 1, order_id, id, 'erected', '', false, 'scan', gen_random_uuid(), now(), now(), 'x' from pieces`.execute(
      write,
    )
    await sql`insert into erection_lots (plant_id, order_id, code, name, area, position, planned_on, updated_by_name)
      select 1, id, 'E', '', '', 1, date '2026-05-01', 'x' from orders`.execute(write)
    await sql`insert into erection_places (piece_id, plant_id, lot_id, position)
      select p.id, 1, l.id, 1 from pieces p join erection_lots l on l.order_id = p.order_id`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

test('the days of the pieces of an order are found by its indexes', async () => {
  const plan = await planOf(testDb.db, daysOfPieces(1, 77, 1))
  expect(plan).toMatch(/work_reports_(by_order|of_order)/)
  expect(plan).toMatch(/site_reports_by_order/)
  expect(plan).toMatch(/pieces_(serial_key|by_status)/)
  expect(plan).not.toMatch(/Seq Scan on (pieces|work_reports|site_reports|erection_places|erection_lots)/)
})
