import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { newInspection } from '../../../test/made-inspections.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { orderQuality } from './order-quality.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const qualityOf = (orderId: number, plantId = 1) =>
  orderQuality(testDb.db.reads, plantId, ordersForQuality, String(orderId))

test('counts inspections, heats and what pieces lack; another plant has no such order', async () => {
  const { orderId, pieceIds } = await newInspection(testDb.db, { quantity: 3 })
  const person = materialPerson(testDb.db, ordersForQuality)
  const { id } = await person.released()
  await person.assign(id, pieceIds.slice(0, 2), 10)
  expect(await qualityOf(orderId)).toEqual({
    pieces: 3,
    inspections: { open: 1, locked: 0, failed: 0 },
    firstPass: { inspected: 0, passed: 0, yield: null },
    heats: { pieces: 2, lots: 1, kg: 20 },
    demands: [
      { demand: 'inspection_final', pieces: 3 },
      { demand: 'inspection_unsigned', pieces: 3 },
    ],
  })
  await expect(qualityOf(orderId, 2)).rejects.toMatchObject({ code: 'not_found' })
})

test('the first pass of an order counts pieces of its first inspections as the yield does', async () => {
  const { orderId, id } = await newInspection(testDb.db, { quantity: 4 })
  await testDb.db.tx(async (write) => {
    await sql`update inspections set status = 'judged', verdict = 'fail', submitted_at = now(), judged_at = now()
      where id = ${id}`.execute(write)
    await sql`update inspection_pieces set verdict = 'pass' where inspection_id = ${id}
      and piece_id > (select min(piece_id) from inspection_pieces where inspection_id = ${id})`.execute(write)
  })
  expect(await qualityOf(orderId)).toMatchObject({
    inspections: { open: 1, locked: 0, failed: 0 },
    firstPass: { inspected: 4, passed: 3, yield: 0.75 },
  })
})
