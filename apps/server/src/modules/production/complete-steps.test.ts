import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { refreshOrderTotals } from '../orders/orders.store.ts'
import { type CompletedSteps, completeSteps, undoSteps } from './complete-steps.ts'
import { holdPiece, holdPieces } from './hold-orders.ts'
import { listHolds } from './production.queries.ts'
import { allConform } from '../shipping/shipping.fixtures.ts'
import { closeOrder } from './release-order.ts'
import { disagreements } from './disagreements.fixtures.ts'
import {
  chief,
  foreman,
  orderView,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
  workOfBeam,
} from './work.fixtures.ts'

let testDb: TestDatabase
let order: string
let pieces: number[]
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  order = await releasedOrder(testDb.db, await newProject(testDb.db))
  pieces = (await pieceIds(testDb.db, order)).map(Number)
})
afterAll(() => testDb.close())

/** All work of the order, up to the paint. */
async function finishWork() {
  const processes = await processIds(testDb.db)
  for (const code of workOfBeam) {
    const input = reportInput(processes[code] ?? '', pieces.map(String), { withEarlier: true })
    await report(testDb.db, foreman, input)
  }
}

const complete = (kind: CompletedSteps['kind'], pieceIds = pieces) =>
  testDb.db.tx((write) => completeSteps(write, chief, { pieceIds, kind, at: now, source: 'package' }))
const undo = (kind: CompletedSteps['kind'], pieceIds = pieces) =>
  testDb.db.tx((write) => undoSteps(write, chief, { pieceIds, kind, reason: '装错车', now }))
const failedFor = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

test('packed, sent and received pieces end their route; the order is shipped, then closed', async () => {
  await finishWork()
  await complete('pack')
  expect(await orderView(testDb.db, order)).toMatchObject({
    status: 'completed',
    piecesByStatus: { packed: 2 },
  })
  await complete('ship')
  await complete('receive', pieces.slice(0, 1))
  expect(await orderView(testDb.db, order)).toMatchObject({
    status: 'shipped',
    piecesByStatus: { shipped: 1, received: 1 },
    can: { cancel: 'order.wrong_state', close: true },
  })
  await complete('receive', pieces.slice(1))
  const view = await orderView(testDb.db, order)
  expect(view).toMatchObject({ progress: 1, forecast: null })
  expect(await disagreements(testDb.db)).toEqual([])
  await testDb.db.tx((write) => closeOrder(write, chief, order, { version: view.version }, now, allConform))
  await expect(undo('receive')).rejects.toMatchObject(failedFor('work.too_late_to_undo'))
})

test('taken back step by step, the pieces stand where they stood', async () => {
  await finishWork()
  await complete('pack')
  await complete('ship')
  await expect(undo('pack')).rejects.toMatchObject(failedFor('work.later_step_done'))
  await undo('ship', pieces.slice(0, 1))
  expect(await orderView(testDb.db, order)).toMatchObject({
    status: 'completed',
    piecesByStatus: { packed: 1, shipped: 1 },
  })
  await undo('pack', pieces.slice(0, 1))
  expect(await orderView(testDb.db, order)).toMatchObject({ piecesByStatus: { coated: 1, shipped: 1 } })
  expect(await disagreements(testDb.db)).toEqual([])
})

test('not before their work is done, not twice, not while held, not of others', async () => {
  await expect(complete('pack')).rejects.toMatchObject(failedFor('work.step_before'))
  await finishWork()
  await expect(complete('ship')).rejects.toMatchObject(failedFor('work.step_before'))
  await complete('pack')
  await expect(complete('pack')).rejects.toMatchObject(failedFor('work.done_already'))
  await testDb.db.tx((write) => holdPiece(write, chief, String(pieces[0]), '客户暂停'))
  await expect(complete('ship')).rejects.toMatchObject(failedFor('work.piece_held'))
  await expect(complete('ship', [4711])).rejects.toMatchObject({ code: 'not_found' })
})

test('a route without such steps only gives the state', async () => {
  await finishWork()
  await testDb.db.tx(async (write) => {
    await sql`delete from route_steps where process_id in (select id from processes where kind <> 'work')`.execute(
      write,
    )
    await sql`update pieces set next_process_id = null`.execute(write)
  })
  await expect(complete('ship')).rejects.toMatchObject(failedFor('work.step_before'))
  for (const kind of ['pack', 'ship', 'receive'] as const) await complete(kind)
  expect(await orderView(testDb.db, order)).toMatchObject({
    status: 'shipped',
    piecesByStatus: { received: 2 },
  })
  await undo('receive')
  await undo('ship')
  expect(await orderView(testDb.db, order)).toMatchObject({
    status: 'completed',
    piecesByStatus: { packed: 2 },
  })
  await undo('pack')
  expect(await orderView(testDb.db, order)).toMatchObject({ piecesByStatus: { coated: 2 } })
})

test('pieces held together wait, each by its own hold; one that is held already keeps that', async () => {
  await finishWork()
  await testDb.db.tx((write) => holdPiece(write, chief, String(pieces[0]), '客户暂停'))
  await testDb.db.tx(async (write) => {
    await holdPieces(write, chief, Number(order), pieces, '新版图纸')
    await refreshOrderTotals(write, chief, Number(order))
  })
  expect(await orderView(testDb.db, order)).toMatchObject({ heldPieces: 2 })
  const { items } = await listHolds(testDb.db.reads, 1, order, {})
  expect(items.map(({ serial, reason }) => [serial, reason])).toEqual([
    ['GL-1-002', '新版图纸'],
    ['GL-1-001', '客户暂停'],
  ])
  expect(await disagreements(testDb.db)).toEqual([])
})
