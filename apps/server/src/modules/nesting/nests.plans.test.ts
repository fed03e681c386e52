import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { countOf, limitOf } from '../../platform/db/list-page.ts'
import { barsOf, barsWhere } from '../material/stock-bars.queries.ts'
import { seedGrades } from '../material/shipped/shipped-grades.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { orderPartsOf, partReportsOf } from '../parts/parts.queries.ts'
import { demandGroups, demandOf } from './demand.queries.ts'
import { nestsOf, nestsWhere } from './nests.queries.ts'

// Plans at size: 5 000 orders, the open ones with 5 marks of 4 parts and 4 pieces; 40 000 bars; 5 000 nests.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedGrades(write, 1)
    await fillOrders(write, 1, { orders: 5000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
      select 1, id, 'GL-' || m, '梁', 'beam', 'H', 4, 'file', 'x' from orders, generate_series(1, 5) m`.execute(
      write,
    )
    await sql`insert into pieces (plant_id, order_id, mark_id, serial)
      select 1, order_id, id, mark || '-' || n from marks, generate_series(1, 4) n`.execute(write)
    await sql`insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, quantity_per_mark, is_main)
      select 1, id, n::text, 'L' || 50 + 10 * n || '*5', 'Q355B', 900 + 100 * n, 1, false
      from marks, generate_series(1, 4) n`.execute(write)
    await sql`insert into part_counts (plant_id, mark_id, part_mark, needed) select 1, mark_id, part_mark, 4 from parts`.execute(
      write,
    )
    await sql`insert into part_reports (plant_id, order_id, mark_id, part_mark, kind, quantity, reported_at, reported_by_name)
      select 1, m.order_id, m.id, c.part_mark, 'cut', 1, now(), 'x' from part_counts c join marks m on m.id = c.mark_id`.execute(
      write,
    )
    await sql`insert into heats (plant_id, no, supplier, supplier_key, grade_id)
      select 1, 'H' || n, '钢联', '钢联', (select min(id) from steel_grades) from generate_series(1, 4000) n`.execute(
      write,
    )
    await sql`insert into material_lots (plant_id, receipt_id, heat_id, received_on, form, profile, pieces, kg, status,
        search, updated_by_name)
      select 1, id, id, date '2020-01-01', 'section', 'L60*5', 10, 500, 'released', 'h' || id, 'x' from heats`.execute(
      write,
    )
    await sql`insert into stock_bars (plant_id, lot_id, length_mm, kg, updated_by_name)
      select 1, id, 6000 + id % 7, 50, 'x' from material_lots, generate_series(1, 10) n`.execute(write)
    await sql`insert into nests (plant_id, no, status, profile, rules, updated_by_name)
      select 1, 'NS-' || n, 'cut', 'L60*5', '{}', 'x' from generate_series(1, 5000) n`.execute(write)
  })
  // Index Only Scans need the visibility map, which autovacuum fills in production.
  await readRows(testDb.db.reads, sql`vacuum (analyze)`)
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test('demand of all open orders and of one finds pieces by their mark, and all of the parts in the index', async () => {
  const statements = [
    demandGroups(1, ['L60*5', 'L70*5']),
    demandOf(1, { orderIds: ['4990'], profiles: ['L60*5'] }),
  ]
  for (const statement of statements) {
    const plan = await planOf(statement)
    expect(plan).toMatch(/Index Only Scan using parts_by_mark/)
    expect(plan).toMatch(/pieces_by_mark/)
    expect(plan).not.toMatch(/Seq Scan on (parts|pieces)/)
  }
})

test.each([
  ['newest', {}, 'id desc', /stock_bars_by_id|stock_bars_pkey/],
  ['by length', {}, 'length_mm, id', /stock_bars_by_length/],
  ['of a lot', { lotId: '77' }, 'id desc', /stock_bars_by_lot/],
  ['found by a word', { q: 'h377' }, 'id desc', /material_lots_(by_search|pkey)/],
] as const)('stock bars: %s', async (_name, query, order, index) => {
  const plan = await planOf(barsOf(barsWhere(1, query), sql.raw(order), limitOf({})))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on (material_lots|heats)/)
})

test.each([
  ['all', {}],
  ['of a mark', { markId: '4990' }],
  ['in a state', { state: ['missing' as const] }],
])('parts of an order: %s', async (_name, query) => {
  const { page, from, where } = orderPartsOf(1, '4990', query)
  for (const plan of [await planOf(page), await planOf(countOf(from, where))]) {
    expect(plan).toMatch(/parts_by_mark/)
    expect(plan).not.toMatch(/Seq Scan on (marks|parts|pieces|part_counts)/)
  }
})

test('reports on parts of an order, the newest first', async () => {
  const where = sql`plant_id = 1 and order_id = 4990`
  expect(await planOf(partReportsOf(where, sql`id desc`, limitOf({})))).toMatch(/part_reports_by_order/)
})

test('nests, newest first', async () => {
  expect(await planOf(nestsOf(nestsWhere(1, {}), sql`id desc`, limitOf({})))).toMatch(
    /nests_by_id|nests_pkey/,
  )
})
