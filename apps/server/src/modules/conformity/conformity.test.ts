import { shippingDemands } from '@cloud-factory/domain/conformity/conformity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { everyDue } from '../inspection/due.queries.ts'
import { blockedPieces, missingOfOrder } from './conformity.queries.ts'
import { openDemandsOf, grantPasses } from '../quality-records/conformity.queries.ts'
import { approveNcr, disposeNcr, finishNcr, startNcr, verifyNcr } from '../ncr/decide-ncr.ts'
import { defectId, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { hours, inspector, requestOf, result, testableWelds, weld } from '../welding/welds.fixtures.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

/** What keeps a piece from leaving; its final inspection is another matter. */
const demandsOf = async (pieceId: number) =>
  (await openDemandsOf(testDb.db.reads, 1, [pieceId], shippingDemands)).get(pieceId) ?? []
const barOf = async (pieceId: number, processId: number) =>
  (await blockedPieces(testDb.db.reads, 1, [{ pieceId, processId }])).get(pieceId) ?? null

/** Signs off an inspection at a gate, as the lock of one does. */
const passGate = (pieceId: number, processId: number, sourceId: number) =>
  testDb.db.tx((write) =>
    grantPasses(
      write,
      inspector,
      { source: 'inspection', sourceId },
      { processId, pieceIds: [pieceId], at: hours(1) },
    ),
  )

/** One piece with one weld that was welded and waits for its test. */
async function weldedPiece() {
  const { pieceIds, processes, weldIds, request } = await testableWelds(testDb.db, [weld('W1')], 1)
  const [piece = 0] = pieceIds
  const [weldId = ''] = weldIds
  return { piece, weldId, request, ndt: processes['WeldNDTComp'] ?? 0, dim: processes['DimInspected'] ?? 0 }
}

describe('a piece whose weld failed its test', () => {
  it('is kept by the hold point although a visual inspection let it through', async () => {
    const { piece, weldId, request, ndt } = await weldedPiece()
    await passGate(piece, ndt, 1)
    expect(await demandsOf(piece)).toEqual(['ndt_due'])
    expect(await barOf(piece, ndt)).toBe('work.weld_open')
    await result(testDb.db, request, weldId, { verdict: 'fail' })
    expect(await demandsOf(piece)).toEqual(['ndt_failed'])
    expect(await barOf(piece, ndt)).toBe('work.weld_open')
  })

  it('is named by the papers of its order', async () => {
    const { piece } = await weldedPiece()
    const [order] = await testDb.db.reads
      .selectFrom('pieces')
      .select('order_id')
      .where('id', '=', piece)
      .execute()
    const missing = await missingOfOrder(testDb.db.reads, ordersForQuality, 1, String(order?.order_id))
    expect(missing).toContainEqual({ demand: 'ndt_due', serials: [expect.any(String)] })
  })

  it('conforms once the weld has passed', async () => {
    const { piece, weldId, request, ndt } = await weldedPiece()
    await result(testDb.db, request, weldId)
    expect(await demandsOf(piece)).toEqual([])
    expect(await barOf(piece, ndt)).toBeNull()
  })
})

describe('a repair that a report of non-conformance decided', () => {
  const repaired = async (pieceId: number) => {
    const tags = ['quality.inspect', 'quality.judge']
    const person = ncrPerson(testDb.db, ordersForQuality, testActor({ userId: '1', tags }), hours(30))
    const other = ncrPerson(testDb.db, ordersForQuality, testActor({ userId: '2', tags }), hours(30))
    const id = await person.raise(raiseInput(await defectId(testDb.db), [pieceId]))
    expect(await demandsOf(pieceId)).toContain('ncr_open')
    await person.does(disposeNcr, id, {
      disposition: 'repair' as const,
      note: '打磨补焊',
      processId: null,
      crewId: null,
      dueOn: null,
      cause: 'man' as const,
      causeNote: '',
      cost: null,
    })
    await other.does(approveNcr, id, { note: '', agreedBy: null })
    await person.does(startNcr, id, { note: '' })
    await person.does(finishNcr, id, { note: '', cost: null, replace: false })
    await other.does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })
  }

  it('shuts the gates that were passed before it, until they are passed again', async () => {
    const { piece, weldId, request, ndt, dim } = await weldedPiece()
    await result(testDb.db, request, weldId)
    await passGate(piece, dim, 1)
    expect(await barOf(piece, dim)).toBeNull()
    await repaired(piece)
    expect(await demandsOf(piece)).toEqual(['inspection_again'])
    expect(await barOf(piece, dim)).toBe('work.inspection_open')
    await testDb.db.tx((write) =>
      write.updateTable('pieces').set({ next_process_id: null }).where('id', '=', piece).execute(),
    )
    const deps = { reads: testDb.db.reads, orders: ordersForQuality }
    const due = (await everyDue(deps, 1)).map(({ process, pieceIds }) => [process.code, pieceIds])
    expect(due).toContainEqual(['DimInspected', [String(piece)]])
    expect(await barOf(piece, ndt)).toBe('work.inspection_open')
    await passGate(piece, dim, 2)
    expect(await barOf(piece, dim)).toBeNull()
    const again = await requestOf(testDb.db, [weldId], hours(48))
    await result(testDb.db, again, weldId, { hour: 72 })
    expect(await barOf(piece, ndt)).toBeNull()
    expect(await demandsOf(piece)).toEqual([])
  })
})
