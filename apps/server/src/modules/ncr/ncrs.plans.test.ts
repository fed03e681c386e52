import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { eventsOf } from './ncr.queries.ts'
import { ncrsOf, ncrsWhere, openNcrsWhere } from './ncrs.queries.ts'
import { seedDefects } from './defects.ts'

// Plans at size: years of reports, nearly all of them closed, and every list still finds its rows by an index.

const time = { now: new Date('2026-03-20T04:00:00Z'), today: '2026-03-20' }
let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkPieces(testDb.db, { orders: 300, pieces: 20 })
  await bulkRows(testDb.db, async (write) => {
    await seedDefects(write, 1)
    await sql`
      insert into ncrs (plant_id, no, status, source, severity, defect_id, description, order_id, order_no, project_id, pieces, kg,
        disposition, disposed_at, approved_at, due_on, closed_at, raised_at, created_by_name, search, updated_at, updated_by_name)
      select 1, 'NC-' || lpad(n::text, 6, '0'), case when n % 100 = 0 then 'executing' else 'closed' end, 'piece', 'minor',
        d.id, '错', o.id, o.no, o.project_id, 1, n % 3000, 'rework', at, at, at::date + 10, case when n % 100 > 0 then at end, at, 'x',
        'nc-' || n || case when n % 997 = 0 then ' | zz-77' else '' end, at, 'x'
      from generate_series(1, 12000) n
        join (select id, no, project_id, row_number() over (order by id) as nth from orders) o on o.nth = 1 + n % 300
        join (select id, row_number() over (order by id) as nth from defects where parent_id is not null) d on d.nth = 1 + n % 30,
        lateral (select timestamptz '2020-01-01' + n * interval '4 hours' as at) t`.execute(write)
    await sql`
      insert into ncr_pieces (ncr_id, piece_id, plant_id, order_id, serial)
      select n.id, p.id, 1, p.order_id, p.serial from ncrs n
        join (select id, order_id, serial, row_number() over (partition by order_id order by id) as nth from pieces) p
        on p.order_id = n.order_id and p.nth = 1 + n.id % 20`.execute(write)
    await sql`
      insert into ncr_events (ncr_id, plant_id, at, by_name, deed, to_status)
      select id, 1, raised_at, 'x', 'raise', 'open' from ncrs, generate_series(1, 4)`.execute(write)
    await sql`set local default_statistics_target = 1000`.execute(write)
    await sql`analyze ncrs, ncr_pieces, ncr_events`.execute(write)
  })
  // As autovacuum does: an index alone answers only for rows that all can see.
  await readRows(testDb.db.reads, sql`vacuum ncrs`)
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each<[string, Parameters<typeof ncrsWhere>[1], RegExp]>([
  ['the latest', {}, /ncrs_by_raising/],
  ['by number', { sort: 'no' }, /ncrs_no_key/],
  ['by due day', { sort: 'dueOn' }, /ncrs_by_due/],
  ['the heaviest', { sort: '-kg' }, /ncrs_by_kg/],
  ['the last changed', { sort: '-updatedAt' }, /ncrs_by_update/],
  ['overdue', { overdue: 'true', sort: 'dueOn' }, /ncrs_open_by_due/],
  ['open for long', { age: 'older', sort: 'raisedAt' }, /ncrs_open_by_raising/],
  ['of a project', { projectId: '1' }, /ncrs_by_(project|raising)/],
  ['of an order', { orderId: '7' }, /ncr_pieces_by_order/],
  ['of a piece', { pieceId: '77' }, /ncr_pieces_by_piece/],
  ['of a defect', { defectId: '9' }, /ncrs_by_(defect|raising)/],
  ['by person', { sort: 'assignee' }, /ncrs_by_assignee/],
  ['of a person', { assigneeId: '1' }, /ncrs_by_assignee/],
  ['words', { q: 'ZZ-77' }, /ncrs_by_search/],
])('reports: %s', async (_name, query, index) => {
  const plan = await planOf(ncrsOf(ncrsWhere(1, query, time), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on ncrs')
})

test('what is open is added up out of the open ones alone', async () => {
  const plan = await planOf(openNcrsWhere(1, time.today))
  expect(plan).toMatch(/ncrs_open_by_(raising|due)/)
  expect(plan).not.toContain('Seq Scan')
})

test('the history of a report', async () => {
  const plan = await planOf(eventsOf(1, '77'))
  expect(plan).toContain('ncr_events_by_ncr')
  expect(plan).not.toContain('Seq Scan')
})
