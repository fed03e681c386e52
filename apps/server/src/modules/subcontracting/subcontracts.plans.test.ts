import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { expectBounded } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { countOf, limitOf } from '../../platform/db/list-page.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { outsidePieces } from './outside-pieces.queries.ts'
import { amountsOf, subcontractSorts, subcontractsOf, subcontractsWhere } from './subcontracts.queries.ts'

// Subcontracts of years: 10 000 of 200 suppliers with two lines of 5 pieces each, the last 100 open.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await fillOrders(write, 1, { orders: 2000, now })
    await sql`insert into suppliers (plant_id, code, name, updated_by_name)
      select 1, 'S' || n, '镀锌' || n, 'x' from generate_series(1, 200) n`.execute(write)
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
      select 1, id, 'GL-1', '梁', 'beam', 'H', 50, 'file', 'x' from orders`.execute(write)
    await sql`insert into pieces (plant_id, order_id, mark_id, serial, net_kg)
      select 1, order_id, id, mark || '-' || n, 100 from marks, generate_series(1, 50) n`.execute(write)
    await sql`insert into subcontracts (plant_id, no, status, supplier_id, order_id, basis, promised_on, updated_by_name)
      select 1, 'SC-' || n, case when n > 9900 then 'out' else 'closed' end, 1 + n % 200, 1 + n % 2000, 'kg',
        date '2020-01-01' + n / 5, 'x' from generate_series(1, 10000) n`.execute(write)
    await sql`insert into subcontract_lines (plant_id, subcontract_id, position, price)
      select 1, id, n, 2 from subcontracts, generate_series(1, 2) n`.execute(write)
    await sql`insert into subcontract_pieces (plant_id, subcontract_id, line_id, piece_id, status, kg_out, sent_on, sent_at, sent_by_name,
        from_process_id, to_process_id, back_on, judged_at)
      select 1, l.subcontract_id, l.id, 1 + (l.id * 5 + n) % 100000, case when s.is_open then 'out' else 'accepted' end, 100,
        date '2020-01-01', now(), 'x', 1, 1, case when not s.is_open then date '2020-01-02' end, case when not s.is_open then now() end
      from subcontract_lines l join subcontracts s on s.id = l.subcontract_id, generate_series(0, 4) n`.execute(
      write,
    )
  })
  await testDb.db.tx((write) => sql`analyze`.execute(write))
}, 120_000)
afterAll(() => testDb.close())

const tables = ['subcontracts', 'subcontract_lines', 'subcontract_pieces', 'pieces', 'orders']

/** A count of at most 10 000 rows may read a table as a whole. */
const expectFew = (statement: RawBuilder<unknown>, rows: number) =>
  expectBounded(testDb.db, statement, { tables: rows < 10_000 ? tables : [], rows })

type Query = Parameters<typeof subcontractsWhere>[1]

test.each<[string, keyof typeof subcontractSorts, Query, number]>([
  ['by promised day', 'promisedOn', {}, 10_001],
  ['the last day first', '-promisedOn', {}, 10_001],
  ['newest', '-id', {}, 10_001],
  ['open ones', 'promisedOn', { status: ['out'] }, 200],
  ['late ones', 'promisedOn', { late: 'true' }, 200],
  ['of a supplier', 'promisedOn', { supplierId: '7' }, 200],
  ['of an order', 'promisedOn', { orderId: '7' }, 200],
])('subcontracts: %s', async (_name, sort, query, counted) => {
  const where = subcontractsWhere(1, query, now)
  const order = subcontractSorts[sort]
  // A page of 20 with two lines of five pieces each, whose weights are those of the order's pieces.
  await expectFew(subcontractsOf({ plantId: 1, now, where, order, limit: limitOf({}) }), 1000)
  await expectFew(countOf(sql`subcontracts`, where), counted)
})

test('pieces of a subcontract, and what suppliers get for a page of orders', async () => {
  const pieces = outsidePieces(
    sql`k.plant_id = 1 and k.subcontract_id = 77`,
    sql`p.serial, k.id`,
    limitOf({}),
  )
  await expectFew(pieces, 100)
  await expectFew(amountsOf(1, [11, 12, 13]), 1000)
})
