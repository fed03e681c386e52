import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { followerOf, madeMachines } from '../../../test/made-machines.ts'
import { planForEquipment } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { computeDays } from './compute-days.ts'
import { figureReport } from './figures.queries.ts'
import { takeOutOfService, returnToService } from '../machine-states/save-out-of-service.ts'
import { reasonInterval, splitInterval } from '../machine-states/edit-interval.ts'
import { writeTimeline, holdTrack } from '../machine-states/intervals.store.ts'
import { machineDirectory } from '../machine-states/machine-directory.queries.ts'
import { stopReasons } from '../machine-states/stop-reasons.queries.ts'
import { RunningFigures } from './running-figures.ts'
import { watchMachines } from './watched-machines.ts'

const keeper = testActor({ tags: ['equipment.view', 'equipment.maintain'] })
const start = Date.parse('2026-03-20T00:00:00Z')
let testDb: TestDatabase
let clock: TestClock
let machines: readonly number[]
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  clock = testClock('2026-03-20T00:00:00Z')
  machines = await madeMachines(testDb.db, 3)
})

const depsOf = () => ({ reads: testDb.db.reads, plan: planForEquipment, plantId: 1, clock })
const to = (minute: number) => clock.advance((start + minute * 60_000 - clock.now().getTime()) / 1000)
const frame = (machineId: number, minute: number, state: MachineState) => ({
  machineId,
  at: start + minute * 60_000,
  values: [machineStates.indexOf(state), minute, minute * 2, null],
  live: true,
})

/** Expected result: a computation of the whole day from all intervals. */
async function computed() {
  const now = clock.now().getTime()
  const days = ['2026-03-20', '2026-03-20'] as const
  const directory = await machineDirectory(testDb.db.reads, 1)
  await testDb.db.tx((write) =>
    computeDays(write, { plan: planForEquipment, plantId: 1, machines: directory, days, now }),
  )
  const rows = await readRows(
    testDb.db.reads,
    sql<Record<string, number | null>>`
      select machine_id, shift_id, planned_s, running_s, setup_s, idle_s, fault_s, unknown_s, planned_stop_s, run_s, failures
      from machine_times where day = '2026-03-20' order by machine_id, shift_id`,
  )
  return rows.map((row) => JSON.stringify(row))
}

async function running(figures: RunningFigures) {
  const { rows } = await figures.now()
  return rows
    .toSorted(
      (one, other) => one.machine.id - other.machine.id || (one.shiftId ?? 99) - (other.shiftId ?? 99),
    )
    .map(({ machine, shiftId, ...times }) =>
      JSON.stringify({
        machine_id: machine.id,
        shift_id: shiftId,
        planned_s: times.planned,
        running_s: times.running,
        setup_s: times.setup,
        idle_s: times.idle,
        fault_s: times.fault,
        unknown_s: times.unknown,
        planned_stop_s: times.plannedStop,
        run_s: times.run,
        failures: times.failures,
      }),
    )
}

const latestOf = async (machineId: number, state: MachineState) => {
  const rows = await readRows(
    testDb.db.reads,
    sql<{ id: number; version: number; t0: Date }>`select id, version, t0 from machine_intervals
      where machine_id = ${machineId} and state = ${state} order by t0 desc limit 1`,
  )
  if (rows[0] === undefined) throw new Error(`no interval ${state}`)
  return rows[0]
}

test('the running day is what the whole day comes to, whoever changed what in between', async () => {
  const [one = 0, other = 0] = machines
  const figures = new RunningFigures(depsOf())
  const follower = followerOf(testDb.db, clock)
  const same = async () => expect(await running(figures)).toEqual(await computed())
  await same()
  const say = async (minute: number, machine: number, state: MachineState) => {
    to(minute)
    await follower.frames([frame(machine, minute, state), frame(machine, minute + 0.1, state)])
    clock.advance(10)
    await same()
  }
  await say(1, one, 'running')
  await say(1.5, other, 'idle')
  await say(2, one, 'fault')
  await say(2.5, one, 'idle')
  // A person says that it was never meant to run; another cuts an earlier stop in two.
  const reasons = await stopReasons(testDb.db.reads, keeper)
  const planned = reasons.find(({ code }) => code === 'PLN-02')
  const idle = await latestOf(one, 'idle')
  await testDb.db.tx((write) =>
    reasonInterval(write, keeper, String(idle.id), {
      version: idle.version,
      reasonId: planned?.id ?? null,
      note: '',
      now: clock.now(),
    }),
  )
  await same()
  await say(3, one, 'running')
  const fault = await latestOf(one, 'fault')
  const at = new Date(fault.t0.getTime() + 5000).toISOString()
  await testDb.db.tx((write) =>
    splitInterval(write, keeper, String(fault.id), { version: fault.version, at, now: clock.now() }),
  )
  await same()
  // Late data make the morning anew.
  const [machine] = await machineDirectory(testDb.db.reads, 1)
  if (machine === undefined) throw new Error('no machine')
  await testDb.db.tx(async (write) => {
    await holdTrack(write, machine, start)
    await writeTimeline(write, machine, {
      from: start,
      to: start + 90_000,
      pieces: [{ at: start, state: 'setup' }],
    })
  })
  await same()
  const span = {
    kind: 'maintenance' as const,
    from: new Date(start + 60_000).toISOString(),
    to: null,
    note: '',
  }
  const outOfService = await testDb.db.tx((write) =>
    takeOutOfService(write, keeper, { machineId: String(one), ...span }),
  )
  await same()
  await say(4, one, 'fault')
  await testDb.db.tx((write) => returnToService(write, keeper, { id: outOfService, version: 1 }))
  await same()
  to(13 * 60)
  await same()
})

test('an hour of a watch reads only the end of what is stored', async () => {
  const [one = 0] = machines
  const follower = followerOf(testDb.db, clock)
  const figures = new RunningFigures(depsOf())
  to(1)
  await follower.frames([frame(one, 0.5, 'running'), frame(one, 0.6, 'running')])
  const before = await figures.now()
  // Changed past the rules that note it: a summed up past is not looked at again.
  await follower.frames([frame(one, 1, 'idle'), frame(one, 1.1, 'idle')])
  clock.advance(30)
  const after = await figures.now()
  await testDb.db.tx((write) =>
    sql`update machine_intervals set state = 'fault' where machine_id = ${one} and state = 'running'`.execute(
      write,
    ),
  )
  clock.advance(1)
  const later = await figures.now()
  const runningOf = (day: typeof before) => day.rows.find(({ machine }) => machine.id === one)?.running
  expect([runningOf(before), runningOf(after), runningOf(later)]).toEqual([30, 30, 30])
})

test('figures by line, stops and bands are told of the sources that are asked for, and of no others', async () => {
  const [one = 0, other = 0] = machines
  const follower = followerOf(testDb.db, clock)
  const watch = watchMachines(depsOf())
  to(1)
  await follower.frames([frame(one, 0.5, 'running'), frame(other, 0.5, 'idle'), frame(one, 0.9, 'running')])
  const reported = await watch.figures(['real'])
  expect(reported).toMatchObject({
    day: '2026-03-20',
    machines: 3,
    lines: [{ line: 'weld', machines: 3 }],
    days: [],
  })
  expect(reported.total.availability).toBeCloseTo(0.5, 6)
  expect(reported.total.coverage).toBeCloseTo(1 / 3, 2)
  await computed()
  const report = await figureReport(
    depsOf(),
    1,
    { from: '2026-03-20', to: '2026-03-20', by: 'day' },
    clock.now(),
  )
  expect(report.total.figures).toEqual(reported.total)
  expect(report.total.inputs).toEqual(reported.inputs)
  expect((await watch.figures(['demo'])).machines).toBe(0)
  expect((await watch.stops(['real'])).bars).toMatchObject([{ state: 'idle', stops: 1, cumulative: 1 }])
  expect((await watch.stops(['demo'])).bars).toEqual([])
  const { machines: bands, from } = await watch.timeline(['real'], 12)
  expect(from).toBe(clock.now().getTime() - 12 * 3_600_000)
  expect(bands.map(({ code, bands: of }) => [code, of.map(({ state }) => state)])).toEqual([
    ['real-01', ['running']],
    ['real-02', ['idle']],
    ['real-03', []],
  ])
})

test('seven working days before today are told, days off left out', async () => {
  const directory = await machineDirectory(testDb.db.reads, 1)
  const follower = followerOf(testDb.db, clock)
  await follower.frames([frame(machines[0] ?? 0, 0, 'idle')])
  await testDb.db.tx((write) =>
    computeDays(write, {
      plan: planForEquipment,
      plantId: 1,
      machines: directory,
      days: ['2026-03-09', '2026-03-20'],
      now: clock.now().getTime(),
    }),
  )
  const { days } = await watchMachines(depsOf()).figures(['real'])
  // Neither Sunday the 15th nor today.
  expect(days.map(({ day }) => day.slice(8))).toEqual(['12', '13', '14', '16', '17', '18', '19'])
})
