import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkRows } from '../../../test/bulk-rows.ts'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { type TestDatabase } from '../../../test/harness.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { wallPorts } from '../../app/ports.ts'
import { wallQueries } from './wall.queries.ts'
import type { Reads } from '../../platform/db/handles.ts'

// What the wall asks every second or minute, at the size of a factory that has run for years: every statement of each question is
// caught as it is asked, and none reads a large table from end to end.

let testDb: TestDatabase
let ids: readonly number[]
const now = new Date('2026-03-20T03:00:00Z')
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkPieces(testDb.db, { orders: 1500, pieces: 12 })
  ids = await madeMachines(testDb.db, 40)
  await bulkRows(testDb.db, async (write) => {
    const machines = sql`unnest(${[...ids]}::bigint[]) m`
    await sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1)
      select 1, m, 'real', (array['running', 'idle', 'fault', 'setup'])[1 + n % 4], ${now}::timestamptz - n * interval '8 hours',
        case when n > 0 then ${now}::timestamptz - (n - 1) * interval '8 hours' end
      from ${machines}, generate_series(0, 1095) n`.execute(write)
    await sql`insert into machine_times (plant_id, machine_id, source, day, shift_id, until, length_s, planned_s, running_s,
        setup_s, idle_s, fault_s, unknown_s, planned_stop_s, run_s, failures)
      select 1, m, 'real', (${now}::timestamptz - n * interval '1 day')::date, s.id, ${now}, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0
      from ${machines}, generate_series(0, 729) n, shifts s`.execute(write)
    await sql`insert into alarm_rules (plant_id, code, names, kind, severity, updated_by_name)
      values (1, 'W', '{"zh": "a", "en": "a", "es": "a"}', 'machine', 'warning', 'x')`.execute(write)
    await sql`insert into alarms (plant_id, machine_id, source, rule_id, own_code, state, severity, raised_at, active_at, closed_at)
      select 1, m, 'real', (select max(id) from alarm_rules), 'E' || n, case when n < 3 then 'unack' else 'normal' end, 'warning',
        t, t, case when n < 3 then null else t end
      from ${machines}, generate_series(1, 800) n, lateral (select ${now}::timestamptz - n * interval '3 hours' as t) z`.execute(
      write,
    )
    await sql`insert into repairs (plant_id, machine_id, source, status, stopped, symptom, reported_at, created_by_name, accepted_at,
        started_at, finished_at, verified_at, cause, result, search, updated_by_name)
      select 1, m, 'hand', 'verified', true, 'noise', t, 'x', t, t, t, t, 'wear', 'fixed', '', 'x'
      from ${machines}, generate_series(1, 500) n, lateral (select ${now}::timestamptz - n * interval '1 day' as t) z`.execute(
      write,
    )
    await sql`analyze machine_intervals, machine_times, alarms, alarm_rules, repairs, machines`.execute(write)
  })
}, 300_000)
afterAll(() => testDb.close())

/** Asks, and returns every statement that was sent. */
async function statementsOf(ask: (reads: Reads) => Promise<unknown>): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const catching: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const reads = testDb.db.reads.withPlugin(catching)
  await ask(reads)
  const executor = (testDb.db.reads as unknown as Kysely<never>).getExecutor()
  return nodes.map((node) => executor.compileQuery(node, { queryId: 'plan' }))
}

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const explained = CompiledQuery.raw(`explain ${text}`, [...parameters])
  const { rows } = await (testDb.db.reads as unknown as Kysely<never>).executeQuery<Record<string, string>>(
    explained,
  )
  return rows.map((line) => Object.values(line)[0]).join('\n')
}

const wall = wallQueries(
  wallPorts(() => {
    throw new Error('figures of the running day are watched, not asked')
  }),
)
const month = { from: '2026-03-01', to: '2026-03-20' }
const large = 'machine_intervals|machine_times|alarms|repairs|pieces|marks|orders'

test.each<[string, (reads: Reads) => Promise<unknown>]>([
  ['alarms', (reads) => wall.alarms(reads, 1, now)],
  ['the alarms’ pulse', (reads) => wall.alarmPulse(reads)],
  ['states', (reads) => wall.states(reads, 1, now)],
  ['the latest values', (reads) => wall.latest(reads, 1)],
  ['figures of the month', (reads) => wall.figures(reads, 1, { ...month, by: 'line', machineIds: [] }, now)],
  ['stops of the month', (reads) => wall.stops(reads, 1, { ...month, machineIds: [] }, now)],
  ['maintenance', (reads) => wall.maintenance(reads, 1, now)],
  ['plans that are due', (reads) => wall.duePlans(reads, 1, now)],
  ['output of the month', (reads) => wall.report(reads, 1, month, now)],
  ['the course of output', (reads) => wall.course(reads, 1, month)],
  ['decisions that wait', (reads) => wall.decisions(reads, 1, [])],
  ['lots for sites', (reads) => wall.lots(reads, 1, [])],
  ['shipping', (reads) => wall.shipping(reads, 1, [], month.to)],
])('%s', async (_name, ask) => {
  const statements = await statementsOf(ask)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    expect(await planOf(statement)).not.toMatch(new RegExp(`Seq Scan on (${large})\\b`))
})
