import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { limitOf } from '../../platform/db/list-page.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { calendarOf } from './calendar.queries.ts'
import { departuresOf } from './departures.queries.ts'
import { lotsOf, sitePiecesOf } from './erection.queries.ts'
import { reportsOf } from './site-reports.queries.ts'

// Plans at size: 2 000 orders with 10 lots, 20 000 pieces with places, a report on each third of them.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 2000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, updated_by_name)
      select 1, id, 'GL-1', 'x', 'beam', 'HN400*200', 10, 100, 'file', 'x' from orders`.execute(write)
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, status, net_kg)
      select 1, order_id, id, mark || '-' || n, 'received', 100 from marks, generate_series(1, 10) n`.execute(
      write,
    )
    await sql`insert into erection_lots (plant_id, order_id, code, name, area, position, planned_on, updated_by_name)
      select 1, o.id, 'E' || n, '', '', n, date '2020-01-01' + (o.id % 3000)::int, 'x' from orders o, generate_series(1, 10) n`.execute(
      write,
    )
    await sql`insert into erection_places (piece_id, plant_id, lot_id, position)
      select p.id, 1, l.id, 1 from pieces p join erection_lots l on l.order_id = p.order_id and l.position = 1 + p.id % 10`.execute(
      write,
    )
    await sql`insert into site_reports (plant_id, order_id, piece_id, kind, note, with_receipt, source, client_key, done_at,
        reported_at, reported_by_name)
      select 1, order_id, id, 'erected', '', false, 'scan', gen_random_uuid(), timestamptz '2020-01-01' + id * interval '1 hour',
        now(), 'x' from pieces where id % 3 = 0`.execute(write)
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)
const noScan = /Seq Scan on (pieces|erection_\w+|site_reports)/

test('lots and pieces of an order, and its reports', async () => {
  const lots = await planOf(lotsOf(sql`plant_id = 1 and order_id = 77`, sql`position, id`, limitOf({})))
  expect(lots).toMatch(/erection_lots_by_position/)
  expect(lots).toMatch(/erection_places_by_lot/)
  expect(lots).not.toMatch(noScan)
  const pieces = sitePiecesOf(sql`p.plant_id = 1 and p.order_id = 77`, sql`p.serial, p.id`, limitOf({}))
  expect(await planOf(pieces)).not.toMatch(noScan)
  const reports = reportsOf(sql`r.plant_id = 1 and r.order_id = 77`, sql`r.id desc`, limitOf({}))
  expect(await planOf(reports)).toMatch(/site_reports_by_order/)
})

test('what must leave, and the days of the site', async () => {
  const departures = await planOf(departuresOf({ plantId: 1, now }, {}))
  expect(departures).toMatch(/erection_places_by_lot/)
  expect(departures).not.toMatch(/Seq Scan on (pieces|erection_places)/)
  const calendar = await planOf(calendarOf(1, { from: '2022-01-03', days: 14 }))
  expect(calendar).toMatch(/erection_lots_by_day/)
  expect(calendar).toMatch(/site_reports_by_day/)
})
