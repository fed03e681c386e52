import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { type Database, readRows } from '../../../platform/db/handles.ts'
import { createLog } from '../../../platform/log/log.ts'
import { Partitions } from '../frames/write-queue.ts'
import { madeMachines } from '../telemetry.fixtures.ts'
import { Housekeeping } from './housekeeping.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
}, 120_000)
afterAll(() => testDb.close())

test('old events go at once however many there are, a round at a time, and then not before the next hour', async () => {
  const { db } = testDb
  const { machines } = await madeMachines(db, 1)
  const clock = testClock()
  const notify = (count: number, daysOld: number) =>
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
  await notify(5001, 91)
  await notify(2, 89)
  const log = createLog('silent')
  const keeping = new Housekeeping({ db, clock, log, partitions: new Partitions(db), notify: async () => {} })

  expect(await keeping.run()).toBe(true)
  expect(await left()).toBe(3)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(2)

  await notify(3, 92)
  clock.advance(3599)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(5)
  clock.advance(1)
  expect(await keeping.run()).toBe(false)
  expect(await left()).toBe(2)
})

test('of a signal that tells another text each second the latest ten thousand are kept', async () => {
  const { db } = testDb
  await testDb.wipe()
  const { machines } = await madeMachines(db, 1)
  const [machine] = machines
  const clock = testClock()
  await db.tx(async (write) => {
    await sql`insert into profile_signals (profile_id, slot, code, names, unit, kind)
      values (${machine?.profileId}, 1, 'job', '{}', '', 'gauge')`.execute(write)
    await sql`insert into telemetry_texts (machine_id, slot, at, profile_id, seen_at, kind, value)
      select ${machine?.id}, 1, told.at, ${machine?.profileId}, told.at, 'text', n::text
      from generate_series(1, 10050) n,
        lateral (select ${clock.now()}::timestamptz - n * interval '1 second' as at) told`.execute(write)
  })
  const log = createLog('silent')
  const keeping = new Housekeeping({ db, clock, log, partitions: new Partitions(db), notify: async () => {} })
  await keeping.run()
  const rows = sql<{ count: number; oldest: string }>`
    select count(*)::int as count, max(value::int)::text as oldest from telemetry_texts`
  expect(await readRows(db.reads, rows)).toEqual([{ count: 10_000, oldest: '10000' }])
})

test('without machines a round opens no transaction', async () => {
  const { db } = testDb
  await testDb.wipe()
  const clock = testClock()
  let opened = 0
  const tx: Database['tx'] = (work) => {
    opened += 1
    return db.tx(work)
  }
  const parts = { clock, log: createLog('silent'), partitions: new Partitions(db), notify: async () => {} }
  const keeping = new Housekeeping({ ...parts, db: { ...db, tx } })
  await keeping.run()
  opened = 0
  clock.advance(1)
  await keeping.run()
  expect(opened).toBe(0)
})
