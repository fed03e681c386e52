import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedFrames } from '../src/app/ports.ts'
import { catchUpLate } from '../src/modules/machine-states/catch-up-late.ts'
import { storeBatch } from '../src/modules/telemetry/frames/frames.store.ts'
import { Partitions } from '../src/modules/telemetry/frames/write-queue.ts'
import { readRows } from '../src/platform/db/handles.ts'
import { testClock } from './clock.ts'
import { type TestDatabase, testDatabase } from './harness.ts'
import { followerOf, madeMachines } from './made-machines.ts'

// A server is killed after it stored and acknowledged frames, but before it passed them on to compute intervals.

let testDb: TestDatabase
let machines: readonly number[]
let profileId = 0
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.wipe()
  machines = await madeMachines(testDb.db, 2)
  const [row] = await readRows(testDb.db.reads, sql<{ id: number }>`select profile_id as id from machines`)
  profileId = row?.id ?? 0
})

const start = Date.parse('2026-03-20T02:00:00Z')
type StateSample = readonly [machine: number, second: number, state: MachineState]

const frameOf = ([machine, second, state]: StateSample, live = true) => ({
  machineId: machines[machine] ?? 0,
  at: start + second * 1000,
  values: [machineStates.indexOf(state), null],
  live,
})
async function stored(samples: readonly StateSample[], live = true): Promise<void> {
  const frames = samples.map((one) => ({
    ...frameOf(one, live),
    profileId,
    receivedAt: start,
    qualities: null,
    stored: true,
    ticket: null,
  }))
  await new Partitions(testDb.db).ensure(frames.map(({ at }) => at))
  await testDb.db.tx((write) => storeBatch(write, { frames, links: [], events: [], tickets: [] }))
}
const intervals = async (machine: number) => {
  const rows = await readRows(
    testDb.db.reads,
    sql<{ state: MachineState; t0: Date; t1: Date | null }>`
      select state, t0, t1 from machine_intervals where machine_id = ${machines[machine]} order by t0`,
  )
  const second = (at: Date | null) => (at === null ? '' : (at.getTime() - start) / 1000)
  return rows.map(({ state, t0, t1 }) => `${state} ${second(t0)}-${second(t1)}`)
}

test('what was stored and not followed is followed by the next start, to the second', async () => {
  const clock = testClock('2026-03-20T02:00:00Z')
  const followed: readonly StateSample[] = [
    [0, 0, 'running'],
    [1, 0, 'idle'],
    [0, 5, 'running'],
    [1, 5, 'idle'],
  ]
  await stored(followed)
  await followerOf(testDb.db, clock).frames(followed.map((one) => frameOf(one)))
  await stored([
    [0, 10, 'running'],
    [0, 15, 'fault'],
    [0, 20, 'fault'],
    [0, 25, 'idle'],
    [0, 30, 'idle'],
    [1, 10, 'idle'],
    [1, 29, 'running'],
  ])
  clock.advance(45)
  const next = followerOf(testDb.db, clock)
  await next.start()
  expect(await intervals(0)).toEqual(['running 0-15', 'fault 15-25', 'idle 25-'])
  // It has run for one second; this counts when the next frame confirms it.
  await next.frames([frameOf([1, 45, 'running']), frameOf([0, 45, 'idle'])])
  expect(await intervals(1)).toEqual(['idle 0-29', 'running 29-'])
  expect(await intervals(0)).toEqual(['running 0-15', 'fault 15-25', 'idle 25-'])
})

test('so is what a gateway had kept and sent later, and once more changes nothing', async () => {
  const clock = testClock('2026-03-20T02:00:00Z')
  const samples: readonly StateSample[] = [0, 300, 900].map((second) => [0, second, 'running'])
  const follower = followerOf(testDb.db, clock)
  for (const one of samples) {
    await stored([one])
    await follower.frames([frameOf(one)])
  }
  const expected: readonly StateSample[] = Array.from({ length: 9 }, (_, n) => [
    0,
    30 + n * 30,
    n < 4 ? 'running' : 'fault',
  ])
  await stored(expected, false)
  clock.advance(1000)
  for (let round = 0; round < 2; round += 1) {
    await followerOf(testDb.db, clock).start()
    while (await catchUpLate({ db: testDb.db, clock, plantId: 1, stored: storedFrames })) clock.advance(1)
    expect((await intervals(0)).slice(0, 4)).toEqual([
      'running 0-1',
      'offline 1-30',
      'running 30-150',
      'fault 150-300',
    ])
  }
})
