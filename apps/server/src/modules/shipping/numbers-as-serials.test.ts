import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { packPieces } from './pack-pieces.ts'
import { listPackedPieces } from './packages.queries.ts'
import { allConform, newPackages, openYard, shipper } from './shipping.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => void (testDb = await testDatabase()))
afterAll(() => testDb.close())

test('pieces whose serials are numbers are packed by what is meant: an id from a screen, a serial that is typed', async () => {
  const { orderId, pieceIds } = await openYard(testDb.db)
  const [a = '', b = '', c = ''] = pieceIds
  await testDb.db.tx(async (write) => {
    await sql`update pieces set serial = ${b} where id = ${a}`.execute(write)
    await sql`update pieces set serial = 'AB-1' where id = ${c}`.execute(write)
  })
  const [box] = await newPackages(testDb.db, orderId)
  const id = box?.id ?? ''
  const inside = async () => {
    const { items } = await listPackedPieces(testDb.db.reads, shipper.plantId, { id }, {})
    return items.map((piece) => piece.id).toSorted()
  }
  const move = (pieces: string[], { remove = false, typed = false }) =>
    testDb.db.tx((write) => packPieces(write, shipper, id, { pieces, remove, typed }, allConform))
  await move([b], {})
  expect(await inside()).toEqual([b])
  await move([b], { remove: true })
  expect((await move([b, 'ab-1'], { typed: true })).map(({ outcome }) => outcome)).toEqual(['added', 'added'])
  expect(await inside()).toEqual([a, c].toSorted())
  // Nobody types an id: what is no serial of the order is unknown.
  expect(await move([c], { typed: true })).toMatchObject([{ reason: 'pack.unknown_piece' }])
})
