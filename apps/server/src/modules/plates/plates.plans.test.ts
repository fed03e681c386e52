import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { planOf as explained } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { limitOf } from '../../platform/db/list-page.ts'
import { seedGrades } from '../material/shipped/shipped-grades.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { plateGroups } from './plate-demand.queries.ts'
import { plateJobsOf, plateJobsWhere, remnantsOf, remnantsWhere } from './plate-jobs.queries.ts'
import { layoutsOf } from './plate-nests.queries.ts'

// Plans at size: 5 000 jobs with a result, a nest and four layouts each, 20 000 remnants of 2 000 lots; 5 000 orders with
// 5 marks of 4 parts.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedGrades(write, 1)
    await sql`insert into heats (plant_id, no, supplier, supplier_key, grade_id)
      select 1, 'H' || n, '钢联', '钢联', (select min(id) from steel_grades) from generate_series(1, 2000) n`.execute(
      write,
    )
    await sql`insert into material_lots (plant_id, receipt_id, heat_id, received_on, form, profile, thickness_mm, pieces, kg,
        status, search, updated_by_name)
      select 1, id, id, date '2020-01-01', 'plate', '-20*2000*8000', 20, 10, 25120, 'released', 'h' || id, 'x' from heats`.execute(
      write,
    )
    await sql`insert into plate_jobs (plant_id, no, status, pieces, cut, updated_by_name)
      select 1, 'PJ-' || n, case when n % 100 = 0 then 'open' else 'cut' end, 4, case when n % 100 = 0 then 0 else 4 end, 'x'
      from generate_series(1, 5000) n`.execute(write)
    await sql`insert into plate_results (plant_id, job_id, file_name, sha256, pieces, kg, applied_at, applied_by_name)
      select 1, id, 'x', id::text, 4, 100, now(), 'x' from plate_jobs`.execute(write)
    await sql`insert into plate_nests (plant_id, job_id, status, rules, updated_by_name)
      select 1, id, 'cancelled', '{}', 'x' from plate_jobs`.execute(write)
    await sql`insert into plate_layouts (plant_id, nest_id, job_id, position, status, thickness_mm, grade, lot_id, length_mm,
        width_mm, parts_mm2, remnants_mm2, waste_mm2, drawing, result_id)
      select 1, n.id, n.job_id, p, 'cut', 20, 'Q355B', 1 + n.id % 2000, 100, 100, 9000, 0, 1000, '{}', r.id
      from plate_nests n join plate_results r on r.job_id = n.job_id, generate_series(1, 4) p`.execute(write)
    await sql`insert into plate_remnants (plant_id, lot_id, result_id, length_mm, width_mm, kg, status, updated_by_name)
      select 1, 1 + r.id % 2000, r.id, 1000, 500, 78.5, case when r.id % 100 = 0 then 'available' else 'cut' end, 'x'
      from plate_results r, generate_series(1, 4)`.execute(write)
    await fillOrders(write, 1, { orders: 5000, now })
    await sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
      select 1, id, 'GL-' || m, '梁', 'beam', 'H', 1, 'file', 'x' from orders, generate_series(1, 5) m`.execute(
      write,
    )
    await sql`insert into parts (plant_id, mark_id, part_mark, profile, quantity_per_mark, is_main)
      select 1, id, n::text, 'PL' || 10 * n || '*200', 1, false from marks, generate_series(1, 4) n`.execute(
      write,
    )
  })
  // Index Only Scans need the visibility map, which autovacuum fills in production.
  await readRows(testDb.db.reads, sql`vacuum (analyze)`)
}, 120_000)
afterAll(() => testDb.close())

const planOf = (statement: RawBuilder<unknown>) => explained(testDb.db, statement)

test.each([
  ['newest', {}, /plate_jobs_(by_id|pkey)/],
  ['open ones', { status: ['open' as const] }, /plate_jobs_by_(status|id)/],
])('plate jobs: %s', async (_name, query, index) => {
  const plan = await planOf(plateJobsOf(plateJobsWhere(1, query), sql`id desc`, limitOf({})))
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan/)
})

test.each([
  ['newest', {}],
  ['in stock', { status: ['available' as const] }],
])('remnants of plates: %s', async (_name, query) => {
  const plan = await planOf(remnantsOf(remnantsWhere(1, query), sql`id desc`, limitOf({})))
  expect(plan).toMatch(/plate_remnants_(by_id|by_status|pkey)/)
  expect(plan).not.toMatch(/Seq Scan on (plate_remnants|plate_results|plate_jobs)/)
})

test('demand of plates finds all of the parts of open orders in the index, whether they have a part file or not', async () => {
  const plan = await planOf(plateGroups(1, [{ profile: 'PL20*200', thickness: 20, width: 200 }], {}))
  expect(plan).toMatch(/Index Only Scan using parts_by_mark/)
  expect(plan).not.toMatch(/Seq Scan on parts/)
})

test('layouts of a job are found by the job', async () => {
  const plan = await planOf(layoutsOf(4990, 4990))
  expect(plan).toMatch(/plate_layouts_by_job/)
  expect(plan).not.toMatch(/Seq Scan on plate_layouts/)
})
