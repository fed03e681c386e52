import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { applyImport } from './apply-import.ts'
import { newProject, parsedList, parsedMark, readImport } from '../orders/orders.fixtures.ts'
import { nothingRecorded } from './records.fixtures.ts'
import { listPieces } from '../orders/pieces.queries.ts'
import { disagreements } from '../production/disagreements.fixtures.ts'
import {
  chief,
  foreman,
  orderView,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../production/work.fixtures.ts'
import { listChanges } from './changes.queries.ts'
import { decideChanges } from './changes.store.ts'
import { undoImport } from './undo-import.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const beam = (mark: string, overrides: Parameters<typeof parsedMark>[1] = {}) =>
  parsedMark(mark, { name: '钢次梁', ...overrides })
const apply = (id: string) => testDb.db.tx((write) => applyImport(write, chief, id))
const pieces = async (order: string) =>
  (await listPieces(testDb.db.reads, 1, { id: order }, {})).items.map(({ serial, status, held }) => [
    serial,
    status,
    held,
  ])

test('a revision of a released order: new pieces are issued, worked ones held, all counters agree, and back', async () => {
  const order = await releasedOrder(testDb.db, await newProject(testDb.db), { quantity: 3 })
  const processes = await processIds(testDb.db)
  const [first = ''] = await pieceIds(testDb.db, order)
  const codes = Object.keys(processes)
  const view = await orderView(testDb.db, order)
  const firstStep = view.byProcess[0]?.processId ?? ''
  expect(codes.length).toBeGreaterThan(3)
  await report(testDb.db, foreman, reportInput(firstStep, [first]))
  const before = await orderView(testDb.db, order)
  const id = await readImport(
    testDb.db,
    order,
    parsedList([beam('GL-1', { quantity: 5, netKg: 120 }), beam('GL-2', { quantity: 1 })]),
  )
  const [change] = (await listChanges(testDb.db.reads, 1, id, {})).items
  expect(change).toMatchObject({ mark: 'GL-1', started: 1, decision: 'hold', floor: { issued: 2 } })
  await testDb.db.tx((write) => decideChanges(write, chief, id, { decision: 'accept' }))
  const [, fresh] = (await listChanges(testDb.db.reads, 1, id, {})).items
  expect(fresh).toMatchObject({ mark: 'GL-2', entersWork: true })
  await apply(id)
  const { rows } = await testDb.db.tx((write) =>
    sql<{
      code: string
    }>`select code from marks join routes on routes.id = route_id where mark = 'GL-2'`.execute(write),
  )
  expect(rows).toEqual([{ code: fresh?.route?.code }])
  expect(await pieces(order)).toEqual([
    ['GL-1-001', before.piecesByStatus.in_process === 1 ? 'in_process' : expect.any(String), true],
    ['GL-1-002', 'issued', false],
    ['GL-1-003', 'issued', false],
    ['GL-1-004', 'issued', false],
    ['GL-1-005', 'issued', false],
    ['GL-2-001', 'issued', false],
  ])
  expect(await disagreements(testDb.db)).toEqual([])
  expect(await orderView(testDb.db, order)).toMatchObject({ pieces: 6, heldPieces: 1, weightKg: 681 })
  await testDb.db.tx((write) => undoImport(write, chief, id, nothingRecorded))
  expect(await disagreements(testDb.db)).toEqual([])
  expect(await orderView(testDb.db, order)).toMatchObject({
    pieces: 3,
    heldPieces: 0,
    weightKg: before.weightKg,
    progress: before.progress,
    byProcess: before.byProcess,
    piecesByStatus: before.piecesByStatus,
  })
})

test('the difference says by which route a new mark goes to the workshop, and that one without waits', async () => {
  const order = await releasedOrder(testDb.db, await newProject(testDb.db))
  const list = parsedList([beam('GL-9', { quantity: 1 }), parsedMark('XX-1', { name: '挡块', quantity: 1 })])
  const id = await readImport(testDb.db, order, list)
  const reported = async () =>
    (await listChanges(testDb.db.reads, 1, id, { kind: ['added'] })).items.map((change) => [
      change.mark,
      change.entersWork,
      change.route?.code ?? null,
    ])
  const [[, , route] = []] = await reported()
  expect(route).toEqual(expect.any(String))
  await testDb.db.tx((write) => sql`update routes set kinds = array_remove(kinds, 'other')`.execute(write))
  expect(await reported()).toEqual([
    ['GL-9', true, route],
    ['XX-1', true, null],
  ])
  await testDb.db.tx((write) => sql`update orders set released_at = null`.execute(write))
  expect(await reported()).toEqual([
    ['GL-9', false, null],
    ['XX-1', false, null],
  ])
})

test('marks without a weight enter a released order only with a reason, which is kept', async () => {
  const order = await releasedOrder(testDb.db, await newProject(testDb.db))
  const { netKg: _kg, grossKg: _gross, ...bare } = beam('GL-0', { quantity: 1 })
  const id = await readImport(testDb.db, order, parsedList([bare]))
  await expect(apply(id)).rejects.toMatchObject({
    facts: { params: { reason: 'order.unweighed', marks: 1, names: 'GL-0' } },
  })
  await testDb.db.tx((write) => applyImport(write, chief, id, '重量后补'))
  expect((await pieces(order)).map(([serial]) => serial)).toContain('GL-0-001')
  const { rows } = await testDb.db.tx((write) =>
    sql<{ reason: string }>`select after ->> 'reason' as reason from audit_log where action = 'orders.import'
      order by id desc limit 1`.execute(write),
  )
  expect(rows).toEqual([{ reason: '重量后补' }])
  // What was answered for once is not asked again.
  await apply(await readImport(testDb.db, order, parsedList([bare, beam('GL-8', { quantity: 1 })])))
})

test('work on what an import brought keeps it from being undone', async () => {
  const order = await releasedOrder(testDb.db, await newProject(testDb.db))
  const id = await readImport(testDb.db, order, parsedList([beam('GL-9', { quantity: 1 })]))
  await apply(id)
  const ids = await pieceIds(testDb.db, order)
  const step = (await orderView(testDb.db, order)).byProcess[0]?.processId ?? ''
  await report(testDb.db, foreman, reportInput(step, [ids.at(-1) ?? '']), new Date())
  await expect(testDb.db.tx((write) => undoImport(write, chief, id, nothingRecorded))).rejects.toMatchObject({
    facts: { params: { reason: 'import.reported' } },
  })
})
