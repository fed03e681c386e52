import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fillOrders, now } from '../orders/orders.fixtures.ts'
import { disagreements } from './disagreements.fixtures.ts'
import { fillWork } from './work.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
  await testDb.db.tx(async (write) => {
    await fillOrders(write, 1, { orders: 200, now })
    await fillWork(write, 1, now)
  })
})
afterAll(() => testDb.close())

test('orders filled for figures count as the commands would have counted them', async () => {
  expect(await disagreements(testDb.db)).toEqual([])
  const [counts] = await readRows(
    testDb.db.reads,
    sql`select (select count(*) from pieces) as pieces, (select sum(pieces) from orders) as counted,
      (select count(*) from work_reports) as reports, (select sum(steps_done) from pieces) as steps,
      (select count(*) from orders where status = 'in_production' and progress between 0.1 and 0.9) > 2 as at_work`,
  )
  expect(counts).toMatchObject({ pieces: 4000, counted: 4000, at_work: true })
  expect(counts).toHaveProperty('reports', (counts as { steps: number }).steps)
})
