import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { planOf } from '../../../test/plan-of.ts'
import { reportedAlarmRows } from './board.queries.ts'

let testDb: TestDatabase
let ids: readonly number[]
const now = new Date('2026-03-20T00:00:00Z')
beforeAll(async () => {
  testDb = await databaseAtSize()
  ids = await madeMachines(testDb.db, 40)
  await bulkRows(testDb.db, async (write) => {
    await sql`insert into alarm_rules (plant_id, code, names, kind, severity, updated_by_name)
      values (1, 'W', '{}', 'machine', 'warning', 'x')`.execute(write)
    await sql`insert into alarms (plant_id, machine_id, source, rule_id, state, severity, raised_at, active_at, closed_at)
      select 1, m, 'real', (select max(id) from alarm_rules), 'normal', 'warning', t, t, t
      from unnest(${[...ids]}::bigint[]) m, generate_series(1, 700) n,
        lateral (select ${now}::timestamptz - n * interval '1 day' as t) z`.execute(write)
    await sql`analyze alarms, alarm_rules, machines`.execute(write)
  })
})
afterAll(() => testDb.close())

test('alarms of years are looked up stop by stop', async () => {
  const to = now.getTime()
  const stops = ids.map((machineId) => ({ machineId, from: to - 86_400_000, to }))
  const plan = await planOf(testDb.db, reportedAlarmRows(1, stops, ['W']))
  expect(plan).toMatch(/alarms_by_machine/)
  expect(plan).not.toMatch(/Seq Scan on alarms /)
})
