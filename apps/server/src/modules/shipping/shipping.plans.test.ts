import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { fillOrders } from '../orders/orders.fixtures.ts'
import { deliveriesOf, deliveriesWhere } from './deliveries.queries.ts'
import { packagesOf, packagesWhere } from './packages.queries.ts'

// Plans at size: years of packages and deliveries, and every list still reads its index from the end it needs.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 2000, now: new Date('2026-03-20T12:00:00Z') })
    await sql`
      insert into deliveries (plant_id, project_id, no, consignee, planned_on, search, updated_at, updated_by_name)
      select 1, 1 + n % 4, 'DN-' || lpad(n::text, 6, '0'), '客户', date '2020-01-01' + n / 10,
        'dn-' || lpad(n::text, 6, '0') || case when n % 997 = 0 then ' | 苏 州 ' else '' end,
        timestamptz '2020-01-01' + n * interval '1 hour', 'x'
      from generate_series(1, 10000) n`.execute(write)
    await sql`
      insert into packages (plant_id, order_id, delivery_id, no, status, closed_at, pieces, net_kg, search, updated_at,
        updated_by_name)
      select 1, 1 + n % 2000, case when n % 5 > 0 then 1 + n % 10000 end, 'PK-' || lpad(n::text, 6, '0'), 'closed',
        now(), 1, n % 5000, 'pk-' || lpad(n::text, 6, '0') || case when n % 997 = 0 then ' | 东 区 ' else '' end,
        timestamptz '2020-01-01' + n * interval '10 minutes', 'x'
      from generate_series(1, 50000) n`.execute(write)
    // Enough of the rows that the share of a rare word is not left to the luck of the sample.
    await sql`set local default_statistics_target = 1000`.execute(write)
    await sql`analyze deliveries, packages`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each<[string, Parameters<typeof packagesOf>[1], RegExp]>([
  ['the latest', {}, /packages_by_update/],
  ['by number', { sort: 'no' }, /packages_no_key/],
  ['the heaviest', { sort: '-netKg' }, /packages_by_weight/],
  ['by state', { sort: 'status' }, /packages_by_status/],
  ['of an order', { orderId: '7', sort: 'no' }, /packages_by_order/],
  ['on a delivery', { deliveryId: '7', sort: 'no' }, /packages_by_delivery/],
  ['words', { q: '东区' }, /packages_by_search/],
])('packages: %s', async (_name, query, index) => {
  const plan = await planOf(packagesOf(packagesWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on packages')
})

test.each<[string, Parameters<typeof deliveriesOf>[1], RegExp]>([
  ['the latest', {}, /deliveries_by_update/],
  ['by number', { sort: '-no' }, /deliveries_no_key/],
  ['by planned day', { sort: 'plannedOn' }, /deliveries_by_plan/],
  ['the last sent', { sort: '-sentAt' }, /deliveries_by_sending/],
  ['by state', { status: ['sent'], sort: '-updatedAt' }, /deliveries_by_(status|update)/],
  ['of a project', { projectId: '2', sort: 'no' }, /deliveries_by_project|deliveries_no_key/],
  ['of an order', { orderId: '7' }, /packages_by_order/],
  ['words', { q: '苏州' }, /deliveries_by_search/],
])('deliveries: %s', async (_name, query, index) => {
  const plan = await planOf(deliveriesOf(deliveriesWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on deliveries')
})
