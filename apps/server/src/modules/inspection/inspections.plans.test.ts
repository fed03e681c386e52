import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { inspectionsOf, inspectionsWhere } from './inspections.queries.ts'

// Plans at size: years of inspections, and the list still reads its index from the end it needs.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  const { orderId, pieceIds, processes } = await madePieces(testDb.db)
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into standards (plant_id, code, names, verdict, updated_by_name) values (1, 'GB', '{}', 'gb', 'x')`.execute(
      write,
    )
    await sql`
      insert into standard_editions (plant_id, standard_id, no, updated_by_name)
      select 1, id, '2020', 'x' from standards`.execute(write)
    await sql`
      insert into inspections (plant_id, no, stage, status, edition_id, standard_code, shape, order_id, process_id, search,
        created_at, updated_by_name)
      select 1, 'QI-2026-' || lpad(n::text, 6, '0'), 'after_weld', case when n % 500 = 0 then 'draft' else 'cancelled' end,
        (select id from standard_editions), 'GB', 'beam', case when n % 300 = 0 then ${orderId}::bigint end,
        case when n % 300 = 0 then ${processes['DimInspected'] ?? 0}::bigint end,
        'qi-' || n || case when n % 997 = 0 then ' | gl-77' else '' end,
        timestamptz '2020-01-01' + n * interval '10 minutes', 'x'
      from generate_series(1, 30000) n`.execute(write)
    await sql`
      insert into inspection_pieces (inspection_id, piece_id, plant_id, serial)
      select id, case when id % 3000 = 0 then ${pieceIds[0] ?? 0} else ${pieceIds[1] ?? 0} end::bigint, 1, 'GL-1'
      from inspections where id % 3 = 0`.execute(write)
    await sql`analyze inspections, inspection_pieces`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each<[string, Parameters<typeof inspectionsOf>[1], RegExp]>([
  ['the latest', {}, /inspections_by_creation/],
  ['by number', { sort: 'no' }, /inspections_no_key/],
  ['by state', { status: ['draft'] }, /inspections_by_(status|creation)/],
  ['of an order', { orderId: '1' }, /inspections_by_order/],
  ['of a process', { processId: '10' }, /inspections_by_process/],
  ['of a piece', { pieceId: '1' }, /inspection_pieces_by_piece/],
  ['words', { q: 'GL-77' }, /inspections_by_search/],
])('inspections: %s', async (_name, query, index) => {
  const plan = await planOf(inspectionsOf(inspectionsWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on inspections ')
})
