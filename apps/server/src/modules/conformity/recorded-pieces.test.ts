import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { actionOf, inspector, newStandard } from '../../../test/made-inspections.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { openCoat } from '../coating/open-coat.ts'
import { coatSpecCrud } from '../coating/coat-specs.ts'
import { createInspections } from '../inspection/create-inspections.ts'
import { defectId, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { recordedPieces } from './conformity.queries.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { giveWelds } from '../welding/change-weld.ts'
import { noon, weld } from '../welding/welds.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const spec = {
  code: 'C3',
  name: '室内',
  layers: [{ layer: 'primer' as const, product: '环氧富锌', minUm: 60 }],
  minUm: 125,
  maxUm: null,
  allowanceUm: 25,
  rule: 'spot' as const,
  fire: null,
  active: true,
}
const climate = { airC: 20, humidity: 50, substrateC: 18.5 }

/** Every way in which quality puts a piece on record. */
const ways: readonly [string, (piece: string, processId: string) => Promise<unknown>][] = [
  [
    'inspected',
    async (piece, processId) => {
      await newStandard(testDb.db)
      return testDb.db.tx((write) =>
        createInspections(actionOf(write), inspector, { pieces: [piece], processId }),
      )
    },
  ],
  [
    'given welds',
    (piece) =>
      testDb.db.tx((write) =>
        giveWelds(write, inspector, ordersForQuality, { pieceIds: [piece], welds: [weld('W1')] }, noon),
      ),
  ],
  [
    'coated',
    async (piece) => {
      const specId = await testDb.db.tx((write) =>
        createRow(coatSpecCrud, { write, actor: inspector, now: noon }, spec),
      )
      const painted = { specId, check: 'film' as const, appliedAt: noon.toISOString(), note: '', ...climate }
      return testDb.db.tx((write) =>
        openCoat(write, inspector, ordersForQuality, { ...painted, pieceIds: [piece] }, noon),
      )
    },
  ],
  [
    'reported',
    async (piece) =>
      ncrPerson(testDb.db, ordersForQuality, inspector).raise(raiseInput(await defectId(testDb.db), [piece])),
  ],
]

test.each(ways)(
  'a piece that was %s is on record, the others of its order are not',
  async (_name, record) => {
    const { orderId, pieceIds, processes } = await madePieces(testDb.db, { quantity: 3 })
    expect(await recordedPieces(testDb.db.reads, 1, orderId)).toEqual([])
    await record(String(pieceIds[1]), String(processes['DimInspected']))
    expect(await recordedPieces(testDb.db.reads, 1, orderId)).toEqual([pieceIds[1]])
    expect(await recordedPieces(testDb.db.reads, 2, orderId)).toEqual([])
  },
)
