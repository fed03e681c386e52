import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { findPieces, pieceMatches, pieceOfText, severalPieces } from './pieces.queries.ts'

// A factory may number its pieces; ids are numbers too.

let testDb: TestDatabase
let ids: number[]
const serials = async (...input: readonly string[]) => {
  for (const [at, serial] of input.entries())
    await testDb.db.tx((write) =>
      sql`update pieces set serial = ${serial} where id = ${ids[at]}`.execute(write),
    )
}
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  ids = (await madePieces(testDb.db, { quantity: 2 })).pieceIds
})
afterAll(() => testDb.close())
const matches = async (code: string) =>
  (await pieceMatches(testDb.db.reads, 1, [code])).flatMap(({ pieces }) => pieces)

test('a serial that is a number is found, typed and from a screen', async () => {
  await serials('900001')
  expect(await findPieces(testDb.db.reads, 1, ['900001'])).toEqual(new Map([['900001', ids[0]]]))
  expect(await pieceOfText(testDb.db.reads, 1, '900001')).toBe(ids[0])
  expect((await matches('900001')).map(({ id }) => id)).toEqual([String(ids[0])])
})

test('a number that is the serial of one piece and the id of another is a choice when typed, and an id from a screen', async () => {
  const code = String(ids[1])
  await serials(code)
  expect((await findPieces(testDb.db.reads, 1, [code])).get(code)).toBe(ids[1])
  expect(await findPieces(testDb.db.reads, 1, [code], true)).toEqual(new Map())
  expect(await severalPieces(testDb.db.reads, 1, [code])).toEqual(new Set([code]))
  await expect(pieceOfText(testDb.db.reads, 1, code)).rejects.toMatchObject({
    facts: { params: { reason: 'piece.several', piece: code } },
  })
  const offered = await matches(code)
  expect(offered.map(({ id }) => id).toSorted()).toEqual(ids.map(String).toSorted())
  // What is chosen comes back as a QR text, which no other piece has.
  const qrs = offered.map(({ qr }) => qr)
  expect((await findPieces(testDb.db.reads, 1, qrs, true)).size).toBe(2)
})

test('a piece whose serial is its own id is one piece', async () => {
  const code = String(ids[0])
  await serials(code)
  expect(await pieceOfText(testDb.db.reads, 1, code)).toBe(ids[0])
  expect(await severalPieces(testDb.db.reads, 1, [code])).toEqual(new Set())
})
