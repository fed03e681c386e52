import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { readRows } from '../../platform/db/handles.ts'
import { sumRows, repairTimeRows } from '../oee/figures.queries.ts'
import { stopBars } from '../oee/stops.queries.ts'
import { intervalRows } from '../oee/times.store.ts'
import { countedRows } from '../maintenance/counted-plans.queries.ts'
import { outOfServiceRows, outOfServiceSpans } from './out-of-service.queries.ts'
import { newsRows } from '../oee/running-figures.ts'
import { bandRows } from '../oee/watched-machines.ts'
import { intervalsWithin, unreasonedStops } from './intervals.queries.ts'

// Plans at size: a year of what sixty machines did, and each question still reads the end of an index that it needs.

let testDb: TestDatabase
let ids: readonly number[]
const day = 86_400_000
const now = new Date('2026-03-20T00:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
beforeAll(async () => {
  testDb = await databaseAtSize()
  ids = await madeMachines(testDb.db, 60)
  // Machine by machine: one statement of all would take a minute on a machine that is busy.
  for (const id of ids)
    await bulkRows(testDb.db, async (write) => {
      await sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1, reason_id)
      select 1, ${id}::bigint, 'real', (array['running', 'idle', 'fault', 'setup'])[1 + n % 4],
        ${now}::timestamptz - n * interval '8 hours', case when n > 0 then ${now}::timestamptz - (n - 1) * interval '8 hours' end,
        case when n % 40 in (1, 2) then null else (select min(id) from stop_reasons where parent_id is not null) end
      from generate_series(0, 1095) n`.execute(write)
    })
  await bulkRows(testDb.db, async (write) => {
    await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
      select m, 1, ${now} from unnest(${[...ids]}::bigint[]) m`.execute(write)
    await sql`insert into machine_times (plant_id, machine_id, source, day, shift_id, until, length_s, planned_s, running_s,
        setup_s, idle_s, fault_s, unknown_s, planned_stop_s, run_s, failures)
      select 1, m, 'real', (${now}::timestamptz - n * interval '1 day')::date, s.id, ${now}, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0
      from unnest(${[...ids]}::bigint[]) m, generate_series(0, 364) n, shifts s`.execute(write)
    await sql`insert into machine_outages (plant_id, machine_id, kind, t0, t1, updated_by_name)
      select 1, m, 'unused', ${now}::timestamptz - n * interval '10 days',
        ${now}::timestamptz - n * interval '10 days' + interval '1 day', 'x'
      from unnest(${[...ids]}::bigint[]) m, generate_series(1, 300) n`.execute(write)
    await sql`insert into machine_counts (plant_id, machine_id, source, day, shift_id, output)
      select 1, m, 'real', (${now}::timestamptz - n * interval '1 day')::date, s.id, 1
      from unnest(${[...ids]}::bigint[]) m, generate_series(0, 364) n, shifts s`.execute(write)
    // A plan of hours and one of output on each machine, done last a month ago.
    await sql`insert into maintenance_plans (plant_id, machine_id, title, trigger, every, last_done_on, updated_by_name)
      select 1, m, t, t, 500, (${now}::timestamptz - interval '30 days')::date, 'x'
      from unnest(${[...ids]}::bigint[]) m, unnest(array['hours', 'output']) t`.execute(write)
    await sql`insert into repairs (plant_id, machine_id, source, status, stopped, symptom, reported_at, created_by_name, accepted_at,
        started_at, finished_at, verified_at, cause, result, search, updated_by_name)
      select 1, m, 'hand', 'verified', true, 'noise', t, 'x', t, t, t, t, 'wear', 'fixed', '', 'x'
      from unnest(${[...ids]}::bigint[]) m, generate_series(1, 365) n,
        lateral (select ${now}::timestamptz - n * interval '1 day' as t) z`.execute(write)
    await sql`analyze machine_intervals, machine_tracks, machine_times, machine_outages, machines, machine_counts,
      maintenance_plans, repairs`.execute(write)
  })
}, 300_000)
afterAll(() => testDb.close())

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(testDb.db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}

const span = { from: '2026-03-13', to: '2026-03-19', by: 'day' } as const
/** Sixteen hours of each day of a week. */
const shifts = () =>
  ids.flatMap((machineId) =>
    [1, 2, 3, 4, 5, 6, 7].map((days) => ({
      machineId,
      from: ago(days).getTime(),
      to: ago(days - 0.66).getTime(),
    })),
  )
const known = () => ids.map((id) => ({ id, rewrites: 0, from: now.getTime() }))
test.each<[string, () => RawBuilder<unknown>, RegExp]>([
  [
    'a machine’s timeline',
    () => intervalsWithin(ids[3] ?? 0, ago(1), now, 3000),
    /machine_intervals_start_key/,
  ],
  ['stops without a reason', () => unreasonedStops(1, ago(3), now), /machine_intervals_unreasoned/],
  ['stops of a week', () => stopBars(shifts(), now), /machine_intervals_start_key/],
  ['bands of a wall', () => bandRows(1, ['real'], ago(0.5), now), /machine_intervals_start_key/],
  ['intervals of a day', () => intervalRows(ids, ago(1), now), /machine_intervals_start_key/],
  ['news since the last look', () => newsRows(1, known(), ago(1).getTime()), /machine_intervals_start_key/],
  ['figures of a week', () => sumRows(1, ids, span), /machine_times_(by_day|key)[\s\S]*machine_counts_key/],
  [
    'machines out of service',
    () => outOfServiceSpans(1, ago(1).getTime(), now.getTime()),
    /machine_outages_/,
  ],
  [
    'plans of hours and output',
    () => countedRows(1, now, null),
    /machine_times_key[\s\S]*machine_counts_key/,
  ],
  ['repair orders of a week', () => repairTimeRows(1, ids, span), /repairs_by_(verification|machine)/],
  [
    'a machine’s spans out of service',
    () => outOfServiceRows(1, String(ids[3]), ago(366)),
    /machine_outages_by_machine/,
  ],
])('%s', async (_name, statement, index) => {
  const plan = await planOf(statement())
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on (machine_(intervals|times|counts|outOfService)|repairs)\b/)
})
