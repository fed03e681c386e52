import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { readRows } from '../../platform/db/handles.ts'
import { seedProfiles } from '../machines/save-profile.ts'
import { repairsOf, repairsWhere } from './repairs.queries.ts'
import { checksOf, checksWhere } from './equipment-rounds.queries.ts'

// Plans at size: years of repair orders and equipment inspection rounds, and each list still reads the end of an index that it needs.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkRows(testDb.db, async (write) => {
    await seedProfiles(write, 1)
    await sql`
      insert into machines (plant_id, code, line, name, profile_id, search, updated_by_name)
      select 1, 'M-' || n, 'a', 'm', (select id from machine_profiles limit 1), 'm-' || n, 'x' from generate_series(1, 200) n`.execute(
      write,
    )
    await sql`
      insert into repairs (plant_id, machine_id, source, status, stopped, symptom, reported_at, created_by_name, search,
        updated_by_name, cancel_reason)
      select 1, (select min(id) from machines) + n % 200, 'hand', case when n % 500 = 0 then 'reported' else 'cancelled' end,
        n % 3 = 0, 'noise', timestamptz '2020-01-01' + n * interval '10 minutes', 'x',
        'm-' || n || case when n % 997 = 0 then ' | gl-77' else '' end, 'x', case when n % 500 = 0 then null else 'x' end
      from generate_series(1, 30000) n`.execute(write)
    await sql`
      insert into spot_checks (plant_id, machine_id, day, at, items, faults, created_by_name)
      select 1, (select min(id) from machines) + n % 200, date '2020-01-01' + n / 50,
        timestamptz '2020-01-01' + n * interval '10 minutes', 5, case when n % 300 = 0 then 1 else 0 end, 'x'
      from generate_series(1, 30000) n`.execute(write)
    await sql`analyze repairs, spot_checks, machines`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(testDb.db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}

test.each<[string, Parameters<typeof repairsWhere>[1], RegExp]>([
  ['the latest', {}, /repairs_by_report/],
  ['open ones', { status: ['reported'] }, /repairs_by_(status|report)/],
  ['of a machine', { machineId: '3' }, /repairs_by_machine/],
  // All that match are sorted by name: with a filter these are few.
  ['open ones by person', { status: ['reported'], sort: 'assignee' }, /repairs_by_status/],
  ['of a person', { assigneeId: '1' }, /repairs_by_assignee/],
  ['words', { q: 'GL-77' }, /repairs_by_search/],
])('repair orders: %s', async (_name, query, index) => {
  const plan = await planOf(repairsOf(repairsWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on repairs ')
})

test.each<[string, Parameters<typeof checksWhere>[1], RegExp]>([
  ['the latest', {}, /spot_checks_by_time/],
  ['with faults', { faulty: 'true' }, /spot_checks_faulty/],
  ['of a machine', { machineId: '3' }, /spot_checks_by_machine/],
])('equipment inspection rounds: %s', async (_name, query, index) => {
  const plan = await planOf(checksOf(checksWhere(1, query), query))
  expect(plan).toMatch(index)
  expect(plan).not.toContain('Seq Scan on spot_checks ')
})
