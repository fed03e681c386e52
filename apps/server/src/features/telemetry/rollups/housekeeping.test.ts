import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { readRows } from '../../../platform/db/handles.ts'
import { createLog } from '../../../platform/log/log.ts'
import { Partitions } from '../frames/partitions.ts'
import { madeMachines } from '../telemetry.fixtures.ts'
import { Housekeeping } from './housekeeping.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
}, 120_000)
afterAll(() => house.close())

test('old events go at once however many there are, a round at a time, and then not before the next hour', async () => {
  const { db } = house
  const { machines } = await madeMachines(db, 1)
  const clock = testClock()
  const tell = (count: number, daysOld: number) =>
    db.tx((write) =>
      sql`insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
        select ${machines[0]?.id}, ${`${daysOld} `} || n, told.at, told.at, 'alarm', '{}'
        from generate_series(1, ${count}::int) n,
          (select ${clock.now()}::timestamptz - ${daysOld} * interval '1 day' as at) told`.execute(write),
    )
  const left = async () => {
    const events = sql<{ count: number }>`select count(*)::int as count from telemetry_events`
    return (await readRows(db.reads, events))[0]?.count
  }
  await tell(5001, 91)
  await tell(2, 89)
  const log = createLog('silent')
  const keeping = new Housekeeping({ db, clock, log, partitions: new Partitions(db), tell: async () => {} })

  expect(await keeping.run()).toBe(true)
  expect(await left()).toBe(3)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(2)

  await tell(3, 92)
  clock.advance(3599)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(5)
  clock.advance(1)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(2)
})
