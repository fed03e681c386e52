import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { hourOf, today } from './factory-day.ts'
import { readRows } from './handles.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())

// The plant is in Shanghai: its day begins eight hours before that of Greenwich.
test.each([
  ['2026-03-20T15:59:59Z', '2026-03-20', '2026-03-20 23:59'],
  ['2026-03-20T16:00:00Z', '2026-03-21', '2026-03-21 00:00'],
  ['2026-12-31T16:30:00Z', '2027-01-01', '2027-01-01 00:30'],
])('at %s the day of the plant is %s', async (at, day, hour) => {
  const rows = await readRows(testDb.db.reads, sql<{ day: string }>`select ${today(1, new Date(at))} as day`)
  expect(rows).toEqual([{ day }])
  expect(await hourOf(testDb.db.reads, 1, new Date(at))).toBe(hour)
})
