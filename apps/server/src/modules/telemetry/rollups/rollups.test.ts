import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { readRows } from '../../../platform/db/handles.ts'
import type { QueuedFrame } from '../telemetry.types.ts'
import { storeBatch } from '../frames/frames.store.ts'
import { Partitions } from '../frames/write-queue.ts'
import { madeMachines } from '../telemetry.fixtures.ts'
import { trendOf } from '../trends/trends.queries.ts'
import { sumHours, sumMinutes } from './housekeeping.ts'

const hour = Date.UTC(2026, 2, 20, 8)
const second = 1000
const minute = 60 * second
const now = new Date(hour + 60 * minute)

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
}, 120_000)
afterAll(() => testDb.close())

test('minutes and hours are weighted by how long a value held; late data sums up again', async () => {
  const { machines, port } = await madeMachines(testDb.db, 1)
  const machine = machines[0]
  if (machine === undefined) throw new Error('no machine')
  const partitions = new Partitions(testDb.db)
  await partitions.ahead(now.getTime())
  await partitions.ensure([hour])
  const frame = (at: number, current: number | null, quality = 0): QueuedFrame => ({
    machineId: machine.id,
    profileId: machine.profileId,
    at,
    receivedAt: at,
    values: [null, current, null, null],
    qualities: quality === 0 ? null : [0, quality, 0, 0],
    live: false,
    stored: true,
    ticket: null,
  })
  const store = (frames: QueuedFrame[]) =>
    testDb.db.tx((write) => storeBatch(write, { frames, links: [], events: [], tickets: [] }))
  const sums = async () => {
    await testDb.db.tx((write) => sumMinutes(write, now, 100))
    await testDb.db.tx((write) => sumHours(write, 100))
    const of = (table: string) =>
      readRows(
        testDb.db.reads,
        sql`select extract(epoch from at - ${new Date(hour)}::timestamptz)::int as s, counts[2] as n, lows[2] as low,
          highs[2] as high, means[2] as mean, lasts[2] as last, held_ms[2] as held, counts[1] as other
          from ${sql.table(table)} order by at`,
      )
    return { minutes: await of('telemetry_minutes'), hours: await of('telemetry_hours') }
  }
  // 100 A for 45 s, then 200 A for 15 s; a bad value does not count; a minute later 300 A.
  await store([
    frame(hour, 100),
    frame(hour + 45 * second, 200),
    frame(hour + 50 * second, 9999, 1),
    frame(hour + 90 * second, 300),
  ])
  const first = { s: 0, n: 2, low: 100, high: 200, mean: 125, last: 200, held: 60_000, other: 0 }
  const next = { s: 60, n: 1, low: 300, high: 300, mean: 300, last: 300, held: 30_000, other: 0 }
  expect(await sums()).toEqual({
    minutes: [first, next],
    // (125 × 60 + 300 × 30) ÷ 90
    hours: [
      {
        s: 0,
        n: 3,
        low: 100,
        high: 300,
        mean: expect.closeTo(183.333, 3),
        last: 300,
        held: 90_000,
        other: 0,
      },
    ],
  })
  await store([frame(hour + 15 * second, 0)])
  // 100 for 15 s, 0 for 30 s, 200 for 15 s.
  const again = await sums()
  expect(again.minutes).toEqual([{ ...first, n: 3, low: 0, mean: 75 }, next])
  expect(again.hours).toMatchObject([{ n: 4, low: 0, mean: expect.closeTo(150, 3) }])
  expect(await readRows(testDb.db.reads, sql`select 1 from telemetry_dirty`)).toEqual([])

  const window = { from: new Date(hour).toISOString(), to: new Date(hour + 5 * minute).toISOString() }
  const raw = await trendOf(testDb.db.reads, port, machine, { ...window, signals: [2], pixels: 100 }, now)
  expect(raw).toMatchObject({
    span: 'raw',
    series: [{ code: 'cur', mean: [100, 0, 200, 9999, 300] }],
  })
  const month = { from: new Date(hour - 20 * 1440 * minute).toISOString(), to: now.toISOString() }
  const long = await trendOf(testDb.db.reads, port, machine, { ...month, signals: [2], pixels: 100 }, now)
  expect(long).toMatchObject({
    span: 'hour',
    series: [{ mean: [expect.closeTo(150, 3)], low: [0], high: [300] }],
  })
})

test('partitions are there a week ahead, and old ones are dropped whole', async () => {
  const partitions = new Partitions(testDb.db)
  const old = now.getTime() - 30 * 1440 * minute
  await partitions.ensure([old])
  expect(await partitions.dropOld(now.getTime())).toEqual(['telemetry_frames_20260218'])
  expect(await partitions.dropOld(now.getTime())).toEqual([])
  // What was dropped is made again when it is needed.
  await partitions.ensure([old])
  expect(await partitions.dropOld(now.getTime())).toEqual(['telemetry_frames_20260218'])
})
