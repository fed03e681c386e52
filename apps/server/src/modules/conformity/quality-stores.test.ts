import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { blockedPieces } from './conformity.queries.ts'
import { grantPasses, revokePasses } from '../quality-records/conformity.queries.ts'
import { nextNumbers } from '../quality-records/quality-records.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const at = new Date('2026-03-20T12:00:00Z')
const shut = (pieceId: number) => new Map([[pieceId, 'work.inspection_open']])

test('a gate is shut until something opens it, for the piece and the process that it opened', async () => {
  const { pieceIds, processes } = await madePieces(testDb.db)
  const [first = 0, second = 0] = pieceIds
  const after = { pieceId: first, processId: processes['DimInspected'] ?? 0 }
  const ndt = { pieceId: first, processId: processes['WeldNDTComp'] ?? 0 }
  const other = { pieceId: second, processId: after.processId }
  const blocked = (step: typeof after, plantId = 1) => blockedPieces(testDb.db.reads, plantId, [step])
  expect(await blocked(after)).toEqual(shut(first))

  const source = { source: 'inspection', sourceId: 17 } as const
  const grant = () =>
    testDb.db.tx((write) =>
      grantPasses(write, testActor(), source, { processId: after.processId, pieceIds: [first], at }),
    )
  await grant()
  await grant()
  expect(await blocked(after)).toEqual(new Map())
  expect(await blocked(ndt)).toEqual(shut(first))
  expect(await blocked(other)).toEqual(shut(second))
  expect(await blocked(after, 2)).toEqual(shut(first))

  await testDb.db.tx((write) => revokePasses(write, 1, source))
  expect(await blocked(after)).toEqual(shut(first))
})

test('numbers run on by series and year of the plant, several at a time', async () => {
  const next = (series: 'QI' | 'NC', at: string, count?: number) =>
    testDb.db.tx((write) => nextNumbers(write, 1, series, new Date(at), count))
  const summer = '2026-07-01T00:00:00Z'
  expect(await next('QI', summer)).toEqual(['QI-2026-00001'])
  expect(await next('QI', summer, 3)).toEqual(['QI-2026-00002', 'QI-2026-00003', 'QI-2026-00004'])
  expect(await next('NC', summer)).toEqual(['NC-2026-00001'])
  // Eight hours before it is so in Greenwich.
  expect(await next('QI', '2026-12-31T15:59:59Z')).toEqual(['QI-2026-00005'])
  expect(await next('QI', '2026-12-31T16:00:00Z')).toEqual(['QI-2027-00001'])
})
