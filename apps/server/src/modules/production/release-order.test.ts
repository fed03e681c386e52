import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { ownProcessesKey } from '@cloud-factory/domain/planning/planning-resources'
import { testClock } from '../../../test/clock.ts'
import { addPerson } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { storePreference } from '../identity/own-account.ts'
import { setFollowing } from '../inbox/change-conversation.ts'
import { listMessages } from '../inbox/messages.queries.ts'
import { moveOrder } from '../orders/save-order.ts'
import { newOrder, newProject, now, planner } from '../orders/orders.fixtures.ts'
import { listMarks } from '../orders/pieces.queries.ts'
import { setWeights } from './recalculate-orders.ts'
import { listProductionLots } from './production-lots.queries.ts'
import { chooseRoutes, releaseOrder } from './release-order.ts'
import { pieceMatrix } from './production.queries.ts'
import {
  assignPieces,
  createProductionLot,
  deleteProductionLot,
  updateProductionLot,
} from './save-production-lot.ts'
import { disagreements } from './disagreements.fixtures.ts'
import {
  chief,
  confirmedOrder,
  foreman,
  orderView,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from './work.fixtures.ts'

let testDb: TestDatabase
let project: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  project = await newProject(testDb.db)
})
afterAll(() => testDb.close())

const run = (statement: ReturnType<typeof sql>) => testDb.db.tx((write) => statement.execute(write))
const release = (order: string, version = 2, actor = chief) =>
  testDb.db.tx((write) => releaseOrder(write, actor, order, { version }, now))
const failedFor = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

describe('releasing', () => {
  test('marks without a weight are a question, and the reason is kept', async () => {
    const order = await confirmedOrder(testDb.db, project)
    await run(sql`update marks set net_kg = null where order_id = ${order}`)
    await expect(release(order)).rejects.toMatchObject(failedFor('order.unweighed'))
    await testDb.db.tx((write) => releaseOrder(write, chief, order, { version: 2, reason: '图纸未定' }, now))
    const { rows } = (await run(
      sql`select after from audit_log where action = 'orders.release' order by id desc limit 1`,
    )) as { rows: { after: object }[] }
    expect(rows).toMatchObject([{ after: { reason: '图纸未定' } }])
  })

  test('gives marks their routes, the project its weights, and pieces their first step', async () => {
    const order = await releasedOrder(testDb.db, project)
    const processes = await processIds(testDb.db)
    const view = await orderView(testDb.db, order)
    expect(view).toMatchObject({
      status: 'released',
      piecesByStatus: { issued: 2 },
      progress: 0,
      can: { release: 'order.wrong_state', hold: true, cancel: true },
    })
    expect(view.byProcess).toHaveLength(13)
    expect(view.byProcess[0]).toEqual({
      processId: processes['CutComp'],
      pieces: 2,
      donePieces: 0,
      kg: 201,
      doneKg: 0,
    })
    const { items } = await listMarks(testDb.db.reads, chief, { id: order }, {})
    expect(items[0]).toMatchObject({ held: false, can: { route: true, hold: true, resume: 'mark.not_held' } })
    expect(items[0]?.routeId).not.toBeNull()
    expect(await disagreements(testDb.db)).toEqual([])
  })

  test('reaches followers and those at whose processes work begins, once', async () => {
    const order = await confirmedOrder(testDb.db, project)
    const { CutComp, PaintComp } = await processIds(testDb.db)
    const person = async (username: string, tags: readonly string[], processes: readonly unknown[] = []) => {
      const added = await addPerson(testDb.db, { username, tags })
      if (processes.length > 0) {
        const store = storePreference({ db: testDb.db, clock: testClock(now.toISOString()) })
        await store(added, ownProcessesKey, processes)
      }
      return added
    }
    const cutter = await person('cutter', ['order.view'], [PaintComp, CutComp])
    const painter = await person('painter', ['order.view'], [PaintComp])
    const outsider = await person('outsider', ['quality.view'], [CutComp])
    const follower = await person('follower', ['order.view'], [CutComp])
    const record = { kind: 'order', id: order } as const
    await testDb.db.tx((write) => setFollowing(write, follower, record, true))
    await release(order)
    const messages = async (who: Actor) => (await listMessages(testDb.db.reads, who, {})).items
    for (const who of [cutter, follower])
      expect(await messages(who)).toMatchObject([
        { reason: 'released', record: { kind: 'order', id: order }, by: chief.cnName, count: 2 },
      ])
    for (const who of [painter, outsider]) expect(await messages(who)).toEqual([])
  })

  test('is refused with what is missing', async () => {
    const order = await confirmedOrder(testDb.db, project)
    await expect(release(order, 2, planner)).rejects.toMatchObject(failedFor('permission.denied'))
    await expect(release(order, 1)).rejects.toMatchObject({ code: 'version.conflict' })
    await run(sql`update routes set active = false`)
    await expect(release(order)).rejects.toMatchObject({
      facts: { params: { reason: 'order.no_route', marks: 1, names: 'GL-1' } },
    })
    await run(sql`update routes set active = true`)
    await run(sql`update processes set weight = weight + 1 where code = 'CutComp'`)
    await expect(release(order)).rejects.toMatchObject(failedFor('order.weights_missing'))
    await run(sql`update processes set weight = weight - 1 where code = 'CutComp'`)
    const empty = await newOrder(testDb.db, project, { no: 'E' })
    await testDb.db.tx((write) => moveOrder(write, planner, empty, { version: 1, to: 'confirmed' }, now))
    await expect(release(empty)).rejects.toMatchObject(failedFor('order.no_marks'))
    await release(order)
    await expect(release(order, 3)).rejects.toMatchObject(failedFor('order.wrong_state'))
  })
})

test('another route for marks that nobody started: their pieces begin with its first step', async () => {
  const order = await releasedOrder(testDb.db, project)
  const processes = await processIds(testDb.db)
  const routes = await testDb.db.reads.selectFrom('routes').select(['id', 'code']).execute()
  const light = String(routes.find(({ code }) => code === 'UNCOATED')?.id)
  const { items } = await listMarks(testDb.db.reads, chief, { id: order }, {})
  const markIds = items.map(({ id }) => id)
  const choose = (choice = { routeId: light, markIds }) =>
    testDb.db.tx((write) => chooseRoutes(write, chief, order, choice))
  expect(await choose()).toEqual({ marks: 1 })
  const matrix = await pieceMatrix(testDb.db.reads, 1, order, { limit: 1 })
  expect(matrix).toMatchObject({ total: 2, next: 'GL-1-001', items: [{ routeId: light, stepsDone: 0 }] })
  expect(await pieceMatrix(testDb.db.reads, 1, order, { after: 'GL-1-001' })).toMatchObject({
    items: [{ serial: 'GL-1-002' }],
    next: null,
  })
  await expect(choose({ routeId: '99', markIds })).rejects.toMatchObject({ code: 'not_found' })
  await expect(choose({ routeId: light, markIds: ['99'] })).rejects.toMatchObject({ code: 'not_found' })
  const pieces = await pieceIds(testDb.db, order)
  await report(testDb.db, foreman, reportInput(processes['CutComp'] ?? '', pieces.slice(0, 1)))
  await expect(choose()).rejects.toMatchObject(failedFor('mark.started'))
})

test('new weights change the progress of the orders of their project, and the pace of their days', async () => {
  const order = await releasedOrder(testDb.db, project)
  const processes = await processIds(testDb.db)
  await report(testDb.db, foreman, reportInput(processes['CutComp'] ?? '', await pieceIds(testDb.db, order)))
  const items = [
    { processId: processes['CutComp'] ?? '', weight: 25 },
    { processId: processes['WeldComp'] ?? '', weight: 75 },
  ]
  await testDb.db.tx((write) => setWeights(write, chief, project, { version: 1, items }))
  expect((await orderView(testDb.db, order)).progress).toBe(0.25)
  expect(await disagreements(testDb.db)).toEqual([])
})

test('lots: pieces are put in, by mark or one by one, taken out, and stay when the lot goes', async () => {
  const order = await releasedOrder(testDb.db, project)
  const pieces = await pieceIds(testDb.db, order)
  const input = {
    no: 'L1',
    name: '一批',
    workshopId: null,
    issuedOn: null,
    plannedStart: '2026-03-01',
    plannedEnd: '2026-03-31',
    requiredOnSite: null,
  }
  const create = (lotInput = input) =>
    testDb.db.tx((write) => createProductionLot(write, chief, order, lotInput))
  const lot = await create()
  const other = await create({ ...input, no: 'L2' })
  await expect(create()).rejects.toMatchObject({ code: 'duplicate' })
  await expect(create({ ...input, no: 'L3', plannedEnd: '2026-02-01' })).rejects.toMatchObject({
    code: 'request.invalid',
  })
  const assign = (id: string, pieceIds: string[], markIds: string[] = [], remove = false) =>
    testDb.db.tx((write) => assignPieces(write, chief, id, { pieceIds, markIds, remove }))
  const lots = async () => (await listProductionLots(testDb.db.reads, chief, order, {})).items
  const { items: marks } = await listMarks(testDb.db.reads, chief, { id: order }, {})
  await assign(lot, [], [marks[0]?.id ?? ''])
  expect(await lots()).toMatchObject([{ no: 'L1', pieces: 2, weightKg: 201, progress: 0 }, { pieces: 0 }])
  await assign(other, pieces.slice(0, 1))
  const processes = await processIds(testDb.db)
  await report(testDb.db, foreman, reportInput(processes['CutComp'] ?? '', pieces.slice(0, 1)))
  const [first, second] = await lots()
  expect([first?.pieces, second?.pieces]).toEqual([1, 1])
  expect(second).toMatchObject({ startedOn: '2026-03-20', finishedOn: null })
  expect(second?.progress).toBeCloseTo(8 / 76, 5)
  await assign(other, pieces, [], true)
  expect((await lots()).map((one) => one.pieces)).toEqual([1, 0])
  const change = { ...input, name: '首批', version: first?.version ?? 0 }
  await testDb.db.tx((write) => updateProductionLot(write, chief, lot, change))
  await expect(testDb.db.tx((write) => updateProductionLot(write, chief, lot, change))).rejects.toMatchObject(
    {
      code: 'version.conflict',
    },
  )
  const [changed] = await lots()
  await testDb.db.tx((write) => deleteProductionLot(write, chief, lot, changed?.version ?? 0))
  expect(await lots()).toHaveLength(1)
  expect(await orderView(testDb.db, order)).toMatchObject({ pieces: 2 })
})
