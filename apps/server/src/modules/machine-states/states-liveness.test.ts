import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { followerOf, madeMachines } from '../../../test/made-machines.ts'
import { frame, gone, intervals, start } from './followed.fixtures.ts'
import { statesNow } from './intervals.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(() => testDb.wipe())

describe('a machine is known', () => {
  const link = (machineId: number, second: number, online: boolean, byException = false) => ({
    ...gone(machineId, second, second),
    online,
    byException,
  })
  const stateless = (machineId: number, second: number) => ({
    machineId,
    at: start + second * 1000,
    values: [null, 5],
    live: true,
  })

  test('as long as its node lives when it tells only what changes, however long that is', async () => {
    const [one = 0] = await madeMachines(testDb.db, 1)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.links([link(one, 0, true, true)])
    await follower.frames([frame(one, 0, 'running')])
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance(60)
      await follower.tick()
    }
    await follower.frames([frame(one, 1200, 'idle'), frame(one, 1204, 'idle')])
    expect(await intervals(testDb.db, one)).toEqual(['running 0-1200', 'idle 1200-'])
    await follower.links([link(one, 1300, false, true)])
    expect((await intervals(testDb.db, one)).at(-1)).toBe('offline 1300-')
  })

  test('as long as its link stands, however long it tells nothing but that it is there', async () => {
    const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.links([link(one, 0, true), link(other, 0, true)])
    await follower.frames([frame(one, 0, 'running'), frame(other, 0, 'running')])
    clock.advance(300)
    await follower.tick()
    // The server itself stood still: telemetry tells of the silence once it is over.
    await follower.links([{ ...gone(other, 300, 1), silent: true }, link(other, 300, true)])
    await follower.frames([frame(one, 300, 'idle'), frame(other, 300, 'idle')])
    clock.advance(10)
    await follower.tick()
    expect(await intervals(testDb.db, one)).toEqual(['running 0-300', 'idle 300-'])
    expect(await intervals(testDb.db, other)).toEqual(['running 0-2', 'offline 2-300', 'idle 300-'])
  })

  test('with the state that it had when it comes back and tells none', async () => {
    const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.frames([frame(one, 0, 'running'), frame(other, 0, 'running')])
    await follower.links([gone(one, 10, 9), gone(other, 10, 9)])
    clock.advance(100)
    await follower.links([link(one, 100, true)])
    await follower.frames([stateless(other, 100)])
    clock.advance(4)
    await follower.tick()
    for (const id of [one, other])
      expect(await intervals(testDb.db, id)).toEqual(['running 0-10', 'offline 10-100', 'running 100-'])
  })

  test('with the state that it tells when it comes back, not with the one before', async () => {
    const [one = 0] = await madeMachines(testDb.db, 1)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.frames([frame(one, 0, 'running')])
    await follower.links([gone(one, 10, 9)])
    clock.advance(100)
    await follower.links([link(one, 100, true)])
    await follower.frames([frame(one, 101, 'idle')])
    clock.advance(10)
    await follower.tick()
    expect(await intervals(testDb.db, one)).toEqual(['running 0-10', 'offline 10-101', 'idle 101-'])
  })

  test('and shown as heard when nobody knows what it does: never offline beside a link that stands', async () => {
    const [one = 0, other = 0, never = 0] = await madeMachines(testDb.db, 3)
    const follower = followerOf(testDb.db, testClock('2026-03-20T02:00:00Z'))
    await follower.frames([frame(one, 0, 'offline'), frame(other, 0, 'running')])
    await testDb.db.tx((write) =>
      sql`insert into telemetry_links (machine_id, online, since, heard_at, silence_ms)
        values (${one}, true, now(), now(), 60000), (${other}, false, now(), now(), 60000)`.execute(write),
    )
    const shown = async () =>
      new Map(
        (await statesNow(testDb.db.reads, 1, new Date())).items.map(({ id, state }) => [Number(id), state]),
      )
    expect(await shown()).toEqual(
      new Map([
        [one, 'unknown'],
        [other, 'offline'],
        [never, 'offline'],
      ]),
    )
  })
})
