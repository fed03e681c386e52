// Figures of 60 machines over 30 days: `node bench/figures.ts postgres` (or `pglite`), with about 390 000 intervals.
// First computes all figures from the intervals day by day, as the server does, then again over the existing rows.
// Then follows a working day in half-hour steps like the wall, which only reads new intervals, and compares each step
// with the recomputed day. Finally measures the queries of the figures page over the 30 days, without cache.
import { planForEquipment as plan } from '../apps/server/src/app/ports.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { figureReport } from '../apps/server/src/modules/oee/figures.queries.ts'
import { computeDays } from '../apps/server/src/modules/oee/compute-days.ts'
import { machineDirectory } from '../apps/server/src/modules/machine-states/machine-directory.queries.ts'
import { RunningFigures } from '../apps/server/src/modules/oee/running-figures.ts'
import { watchMachines } from '../apps/server/src/modules/oee/watched-machines.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { testClock } from '../apps/server/test/clock.ts'
import { sql } from '../apps/server/test/sql.ts'
import { cpuMeter, machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { runLoad } from './support/load.ts'
import { fillCounts, fillMonth } from './support/month-of-intervals.ts'

const [engine = 'postgres'] = process.argv.slice(2)
const plantId = 1
const today = new Date().toISOString().slice(0, 10)
const days = Array.from({ length: 30 }, (_, n) => addDays(today, n - 30))
const columns = [
  'length',
  'planned',
  'running',
  'setup',
  'idle',
  'fault',
  'unknown',
  'plannedStop',
  'run',
  'failures',
] as const
type Columns = Readonly<Record<(typeof columns)[number], number>>
/** Maximum difference between the wall's and the computed figures, as a share. */
const maxApart = 0.001

const app = await openApp(engine, fillMonth, { env: { SIMULATOR: '0' } })
const { db } = app
const cpu = await cpuMeter(db)
const machines = await machineDirectory(db.reads, plantId)
try {
  const [size] = await readRows(
    db.reads,
    sql<{ n: number }>`select count(*)::int as n from machine_intervals`,
  )
  console.log(`${engine}, ${machines.length} machines, ${size?.n} intervals, ${machineLoad()}`)
  await recompute('reckoned the first time')
  await fillCounts(db)
  await recompute('reckoned anew')
  await follow()
  await askPage()
} finally {
  await app.close()
}

/** Computes day by day, each in its own transaction, as after a calendar change. */
async function recompute(name: string): Promise<void> {
  const times: number[] = []
  let rows = 0
  const before = cpu()
  for (const day of days) {
    const began = performance.now()
    rows += await db.tx((write) =>
      computeDays(write, { plan, plantId, machines, days: [day, day], now: Date.now() }),
    )
    times.push(performance.now() - began)
  }
  const after = cpu()
  const all = times.reduce((sum, time) => sum + time, 0)
  const used = after.server - before.server + (after.database ?? 0) - (before.database ?? 0)
  console.log(
    `  ${name}: ${(all / 1000).toFixed(1)} s for ${days.length} days, ${rows} rows; ${Math.round(all / machines.length)} ms a machine; ` +
      `a day median ${middle(times)} ms, slowest ${Math.round(Math.max(...times))} ms; ${(used / 1000).toFixed(1)} s of processor time, ${machineLoad()}`,
  )
}

function middle(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
}

/** Uses a working day so old that no other process computes it at the same time. */
async function follow(): Promise<void> {
  const [last] = await readRows(
    db.reads,
    sql<{ day: string }>`select max(day)::text as day from machine_times
      where planned_s > 0 and day < ${addDays(today, -2)}::date`,
  )
  const clock = testClock(`${last?.day}T00:00:00Z`)
  const deps = { reads: db.reads, plan, plantId, clock }
  const running = new RunningFigures(deps)
  const watch = watchMachines(deps)
  const times: number[] = []
  let [compared, seconds, share] = [0, 0, 0]
  for (let step = 0; step < 48; step += 1, clock.advance(1800)) {
    const now = clock.now()
    const began = performance.now()
    const { day, rows } = await running.now()
    times.push(performance.now() - began)
    const computed = await computedAt(day, now)
    for (const row of rows) {
      const other = computed.get(`${row.machine.id} ${row.shiftId}`)
      if (other === undefined) throw new Error(`${row.machine.code} was not reckoned on ${day}`)
      compared += 1
      seconds = Math.max(seconds, ...columns.map((column) => Math.abs(row[column] - other[column])))
    }
    const shown = await watch.figures(['real'])
    const span = { from: day, to: day, by: 'machine' as const }
    const { total } = await figureReport({ reads: db.reads, plan }, plantId, span, now)
    share = Math.max(share, Math.abs((shown.total.oee ?? 0) - (total.figures.oee ?? 0)))
  }
  console.log(
    `  a day followed in 48 steps: ${compared} rows of machines and shifts, times at most ${seconds.toFixed(3)} s apart from the reckoned ` +
      `ones, OEE at most ${(share * 100).toFixed(4)} points; a step median ${middle(times)} ms, slowest ${Math.round(Math.max(...times))} ms, ${machineLoad()}`,
  )
  if (share > maxApart || seconds > 1) throw new Error('what is followed is not what is reckoned')
}

/** Figures of the day computed from all its intervals at an instant, by machine and shift. */
async function computedAt(day: string, now: Date): Promise<ReadonlyMap<string, Columns>> {
  await db.tx(async (write) => {
    await sql`delete from machine_times where plant_id = ${plantId} and day = ${day}::date`.execute(write)
    await computeDays(write, { plan, plantId, machines, days: [day, day], now: now.getTime() })
  })
  const rows = await readRows(
    db.reads,
    sql<Columns & { key: string }>`
      select machine_id || ' ' || coalesce(shift_id::text, 'null') as key, length_s as length, planned_s as planned,
        running_s as running, setup_s as setup, idle_s as idle, fault_s as fault, unknown_s as unknown,
        planned_stop_s as "plannedStop", run_s as run, failures
      from machine_times where plant_id = ${plantId} and day = ${day}::date`,
  )
  return new Map(rows.map(({ key, ...times }) => [key, times]))
}

async function askPage(): Promise<void> {
  const span = `from=${days[0]}&to=${days.at(-1)}`
  const paths = {
    'figures by machine': `/api/equipment/figures?${span}&by=machine`,
    'figures by day': `/api/equipment/figures?${span}&by=day`,
    'figures by shift': `/api/equipment/figures?${span}&by=shift`,
    'figures by month, one machine': `/api/equipment/figures?${span}&by=month&machineId=${machines[0]?.id}`,
    'stops by reason': `/api/equipment/stops?${span}`,
    'stops by reason, one machine': `/api/equipment/stops?${span}&machineId=${machines[0]?.id}`,
    'stops behind a bar': `/api/equipment/stop-list?${span}&state=idle`,
  }
  for (const [name, path] of Object.entries(paths)) {
    const load = { ...app, origin: app.forgetful, paths: [path], connections: 1, perSecond: 5 }
    await runLoad({ ...load, seconds: 0.4 })
    console.log(`  ${name}`.padEnd(36), JSON.stringify(await runLoad({ ...load, seconds: 4 })), machineLoad())
  }
}
