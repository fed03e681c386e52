import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { coatPiecesOf, coatsOf, coatsWhere } from './coats.queries.ts'

// Plans at size: years of coats, and every list still finds its rows by an index.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkPieces(testDb.db, { orders: 500, pieces: 20 })
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into coat_specs (plant_id, code, name, layers, min_um, allowance_um, search, updated_by_name)
      values (1, 'P-1', '底漆', '[]', 120, 25, 'p-1', 'x')`.execute(write)
    await sql`
      insert into coats (plant_id, no, order_id, order_no, spec_id, spec_code, check_kind, limits, status, applied_at, air_c,
        humidity, substrate_c, dew_point_c, judged_at, search, created_at, created_by_name, updated_by_name)
      select 1, 'CT-' || lpad(n::text, 6, '0'), o.id, o.no, s.id, s.code, 'film', '{}',
        case when n % 500 = 0 then 'draft' else 'pass' end, at, 20, 50, 20, 9, case when n % 500 > 0 then at end,
        'ct-' || n || case when n % 997 = 0 then ' | zz-77' else '' end, at, 'x', 'x'
      from (select id, no, row_number() over (order by id) as nth from orders) o, coat_specs s, generate_series(1, 6000) n,
        lateral (select timestamptz '2022-01-01' + n * interval '6 hours' as at) t
      where o.nth = 1 + n % 500`.execute(write)
    await sql`
      insert into coat_pieces (coat_id, piece_id, plant_id, serial, mark)
      select c.id, p.id, 1, p.serial, 'GL-1' from coats c join pieces p on p.order_id = c.order_id`.execute(
      write,
    )
    await sql`
      insert into coat_readings (coat_id, piece_id, spot, point, plant_id, value)
      select coat_id, piece_id, 1, 1, 1, 130 from coat_pieces`.execute(write)
    await sql`set local default_statistics_target = 1000`.execute(write)
    await sql`analyze coats, coat_pieces, coat_readings`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each<[string, Parameters<typeof coatsWhere>[1], RegExp]>([
  ['the latest', {}, /coats_by_creation/],
  ['by number', { sort: 'no' }, /coats_no_key/],
  ['not judged yet', { status: ['draft'] }, /coats_by_(status|creation)/],
  ['of an order', { orderId: '7' }, /coats_by_order/],
  ['words', { q: 'ZZ-77' }, /coats_by_search/],
])('coats: %s', async (_name, query, index) => {
  const plan = await planOf(coatsOf(coatsWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on coats')
})

test('pieces of a coat with their readings', async () => {
  const plan = await planOf(coatPiecesOf(1, '77', {}).rows)
  expect(plan).toContain('coat_pieces_pkey')
  expect(plan).toContain('coat_readings_pkey')
  expect(plan).not.toMatch(/Seq Scan/)
})
