import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { followerOf, madeMachines, storeFrames } from '../../../test/made-machines.ts'
import { planForEquipment, storedFrames } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { machineDirectory } from '../machine-states/machine-directory.queries.ts'
import { figureReport } from './figures.queries.ts'
import { keepCounts } from './follow-states.ts'
import { computeDays } from './compute-days.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(() => testDb.wipe())

const hour = 3_600_000
/** Midnight in the factory, Monday 16 March. */
const monday = Date.parse('2026-03-15T16:00:00Z')
const [from, to] = [monday + 3 * hour, monday + 4 * 24 * hour + 15 * hour]

/** A machine that makes as many metres as the hour of the day says, read at each half hour. */
const readings = (machineId: number) => {
  const frames = []
  let output = 100
  for (let at = from; at <= to; at += hour / 2) {
    output += Math.floor((((at - monday) / hour) % 24) + 1)
    frames.push({ machineId, at, values: [3, output, output / 10, null], live: true })
  }
  return frames
}

/** Shift and day by the clock on the wall. */
const madeBy = (begins: number, machineId: number, since = Number.NEGATIVE_INFINITY) => {
  const made: Record<string, number> = {}
  for (const [index, one] of readings(machineId).entries()) {
    const before = readings(machineId)[index - 1]
    if (before === undefined || one.at < since) continue
    const shifted = (one.at - monday) / hour - begins
    const key = `${16 + Math.floor(shifted / 24)} ${((shifted % 24) + 24) % 24 < 12 ? 'DAY' : 'NIGHT'}`
    made[key] = (made[key] ?? 0) + Number(one.values[1]) - Number(before.values[1])
  }
  return made
}

const counted = async () =>
  Object.fromEntries(
    (
      await readRows(
        testDb.db.reads,
        sql<{ day: number; code: string; output: number }>`
          select extract(day from c.day)::int as day, s.code, c.output from machine_counts c
          join shifts s on s.id = c.shift_id where c.output is not null order by c.day, s.code`,
      )
    ).map(({ day, code, output }) => [`${day} ${code}`, output]),
  )
const sum = (made: Readonly<Record<string, number>>) => Object.values(made).reduce((a, b) => a + b, 0)

const shiftsBegin = (day: string, night: string) =>
  testDb.db.tx(async (write) => {
    await sql`update shifts set starts_at = ${day}::time, ends_at = ${night}::time where code = 'DAY'`.execute(
      write,
    )
    await sql`update shifts set starts_at = ${night}::time, ends_at = ${day}::time where code = 'NIGHT'`.execute(
      write,
    )
  })

/** Counted as it was read, and what is to be done about it is done. */
async function lived(clock: TestClock): Promise<{ machineId: number; keep: () => Promise<void> }> {
  const { db } = testDb
  const [machineId = 0] = await madeMachines(db, 1)
  const keep = async () => {
    const deps = { db, clock, plan: planForEquipment, plantId: 1, stored: storedFrames }
    while (await keepCounts(deps, () => undefined)) continue
  }
  await keep()
  const follower = followerOf(db, clock)
  await storeFrames(db, readings(machineId))
  await follower.frames(readings(machineId))
  await follower.tick()
  return { machineId, keep }
}

describe('when shifts begin at other times', () => {
  test.each([
    ['06:00', '18:00', 6],
    ['10:00', '22:00', 10],
  ])('what was made is counted anew, to the piece: %s', async (day, night, begins) => {
    const { machineId, keep } = await lived(testClock(new Date(to).toISOString()))
    expect(await counted()).toEqual(madeBy(8, machineId))
    await shiftsBegin(day, night)
    await keep()
    expect(await counted()).toEqual(madeBy(begins, machineId))
    // A second time there is nothing to do.
    await keep()
    expect(await counted()).toEqual(madeBy(begins, machineId))
  })

  test('days whose frames are gone keep what was counted, and say so; nothing is counted twice or lost', async () => {
    const { db } = testDb
    const clock = testClock(new Date(to).toISOString())
    const { machineId, keep } = await lived(clock)
    // Of the 16th and a part of the 17th nothing is stored any more.
    const gone = monday + 40 * hour
    await db.tx((write) => sql`delete from telemetry_frames where at < ${new Date(gone)}`.execute(write))
    const before = await counted()
    await shiftsBegin('06:00', '18:00')
    await keep()
    const after = await counted()
    expect(sum(after)).toBe(sum(before))
    // The 17th ended on the 18th at eight: what was read until then stays where it was.
    const anew = madeBy(6, machineId, monday + 56 * hour)
    expect(after).toEqual({
      ...anew,
      '16 DAY': before['16 DAY'],
      '16 NIGHT': before['16 NIGHT'],
      '17 DAY': before['17 DAY'],
      '17 NIGHT': before['17 NIGHT'],
      '15 NIGHT': before['15 NIGHT'],
    })
    const machines = await machineDirectory(db.reads, 1)
    const computation = { plan: planForEquipment, plantId: 1, machines, now: to }
    await db.tx((write) => computeDays(write, { ...computation, days: ['2026-03-15', '2026-03-20'] }))
    const query = { from: '2026-03-15', to: '2026-03-20', by: 'day' } as const
    const report = await figureReport({ reads: db.reads, plan: planForEquipment }, 1, query, clock.now())
    expect(report.total.inputs.output).toBe(sum(before))
    expect(
      report.rows.flatMap(({ key, figures }) => (figures.flags.includes('old_shifts') ? [key.slice(8)] : [])),
    ).toEqual(['15', '16', '17'])
  })

  test('and one is no more, its time is in the others and what it made is not lost', async () => {
    const { db } = testDb
    const { machineId, keep } = await lived(testClock(new Date(to).toISOString()))
    const machines = await machineDirectory(db.reads, 1)
    const compute = () =>
      db.tx((write) =>
        computeDays(write, {
          plan: planForEquipment,
          plantId: 1,
          machines,
          days: ['2026-03-15', '2026-03-20'],
          now: to,
        }),
      )
    await compute()
    await db.tx((write) => sql`delete from telemetry_frames`.execute(write))
    await db.tx((write) => sql`update shifts set active = false where code = 'NIGHT'`.execute(write))
    await keep()
    await compute()
    const query = { from: '2026-03-16', to: '2026-03-18', by: 'day' } as const
    const { total } = await figureReport({ reads: db.reads, plan: planForEquipment }, 1, query, new Date(to))
    expect(total.inputs.calendarS).toBe(3 * 24 * 3600)
    const made = madeBy(8, machineId)
    const days = Object.entries(made).filter(([key]) => /^1[678]/.test(key))
    expect(total.inputs.output).toBe(sum(Object.fromEntries(days)))
  })
})
