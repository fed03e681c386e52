import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { countOf } from '../../platform/db/list-page.ts'
import { dueOf, dueWhere, ratedWelds } from './ndt-due.queries.ts'
import { linesOf, requestsOf, requestsWhere, resultsOfWeld } from './ndt.queries.ts'
import { weldsOf, weldsWhere } from './welds.queries.ts'

// Plans at size: years of welds and their tests, and every list still finds its rows by an index.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkPieces(testDb.db, { orders: 500, pieces: 20 })
  await bulkRows(testDb.db, async (write) => {
    await sql`
      insert into welders (plant_id, code, name, search, updated_by_name)
      select 1, 'H' || n, '焊工' || n, 'h' || n, 'x' from generate_series(1, 60) n`.execute(write)
    await sql`
      insert into welds (plant_id, piece_id, order_id, project_id, mark_id, serial, order_no, mark, no, joint, class,
        length_mm, thickness_mm, welded_at, plan_mm, demand_mm, state, search, updated_at, updated_by_name)
      select 1, p.id, p.order_id, o.project_id, p.mark_id, p.serial, o.no, 'GL-1', 'W' || n, 'butt', '2', 3500, 12, at, 700, 700,
        case when p.order_id % 100 = 0 then 'due' else 'passed' end,
        lower(p.serial) || case when p.id % 997 = 0 then ' | zz-77' else '' end, at, 'x'
      from pieces p join orders o on o.id = p.order_id, generate_series(1, 3) n,
        lateral (select timestamptz '2022-01-01' + p.id * interval '3 hours' as at) t`.execute(write)
    await sql`
      insert into weld_welders (weld_id, welder_id, plant_id) select id, 1 + id % 60, 1 from welds`.execute(
      write,
    )
    await sql`
      insert into ndt_requests (plant_id, no, order_id, order_no, method, level, status, search, created_at, created_by_name,
        updated_by_name)
      select 1, 'NT-' || lpad(n::text, 6, '0'), o.id, o.no, 'ut', 'B', case when n % 500 = 0 then 'open' else 'done' end,
        'nt-' || n || case when n % 997 = 0 then ' | zz-77' else '' end,
        timestamptz '2022-01-01' + n * interval '6 hours', 'x', 'x'
      from (select id, no, row_number() over (order by id) as nth from orders) o, generate_series(1, 6000) n
      where o.nth = 1 + n % 500`.execute(write)
    await sql`
      insert into ndt_request_welds (request_id, weld_id, plant_id, demand_mm, closed)
      select 1 + id % 6000, id, 1, 700, true from welds`.execute(write)
    await sql`
      insert into ndt_results (plant_id, request_id, weld_id, method, first, tested_at, tester, tested_mm, verdict,
        created_by_name)
      select 1, 1 + id % 6000, id, 'ut', true, welded_at + interval '1 day', '赵工', 700, 'pass', 'x' from welds`.execute(
      write,
    )
    // Enough of the rows that the share of a rare word is not left to the luck of the sample.
    await sql`set local default_statistics_target = 1000`.execute(write)
    await sql`analyze welds, weld_welders, ndt_requests, ndt_request_welds, ndt_results`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each<[string, Parameters<typeof weldsWhere>[1], RegExp]>([
  ['the latest', {}, /welds_by_change/],
  ['by number', { sort: 'no' }, /welds_by_no/],
  ['the last welded', { sort: '-weldedAt' }, /welds_by_time/],
  ['of an order', { orderId: '7' }, /welds_by_order/],
  ['of a piece', { pieceId: '77', sort: 'no' }, /welds_no_key/],
  ['of a welder', { welderId: '7' }, /weld_welders_by_welder|weld_welders_pkey/],
  ['to be tested', { state: ['due'] }, /welds_by_(state|change)|welds_to_test/],
  ['words', { q: 'ZZ-77' }, /welds_by_search/],
])('welds: %s', async (_name, query, index) => {
  const plan = await planOf(weldsOf(weldsWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on welds\b/)
})

test('what is due is read out of the welds to be tested alone, and so is its count', async () => {
  for (const query of [{}, { orderId: '100' }, { sort: '-orderNo' as const }]) {
    const plan = await planOf(dueOf(dueWhere(1, query), query))
    expect(plan).toMatch(/welds_to_test|welds_by_order/)
    expect(plan).not.toMatch(/Seq Scan on (welds|ndt_request_welds)/)
  }
  expect(await planOf(countOf(sql`welds`, dueWhere(1, {})))).toContain('welds_to_test')
})

test.each<[string, Parameters<typeof requestsWhere>[1], RegExp]>([
  ['the latest', {}, /ndt_requests_by_creation/],
  ['by number', { sort: '-no' }, /ndt_requests_no_key/],
  ['open ones', { status: ['open'] }, /ndt_requests_by_(status|creation)/],
  ['of an order', { orderId: '7' }, /ndt_requests_by_order/],
  ['words', { q: 'ZZ-77' }, /ndt_requests_by_search/],
])('requests: %s', async (_name, query, index) => {
  const plan = await planOf(requestsOf(requestsWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on ndt_/)
})

test('welds of a request, and the results of a weld', async () => {
  const lines = await planOf(linesOf(1, '77', {}).rows)
  expect(lines).toMatch(/ndt_request_welds_pkey/)
  expect(lines).not.toMatch(/Seq Scan/)
  const results = await planOf(resultsOfWeld(1, '77'))
  expect(results).toContain('ndt_results_by_weld')
  expect(results).not.toMatch(/Seq Scan on ndt_results/)
})

test('the repair rate of a month reads the results of the month', async () => {
  const plan = await planOf(ratedWelds(1, { from: '2023-03-01', to: '2023-03-31' }))
  expect(plan).toContain('ndt_results_by_time')
  expect(plan).not.toContain('Seq Scan on ndt_results')
})
