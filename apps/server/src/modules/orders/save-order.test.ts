import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { eventsAfter } from '../../platform/outbox/read.ts'
import { deleteOrder, moveOrder, setDueDays, updateOrder } from './save-order.ts'
import { orderHistory } from './pieces.queries.ts'
import { newOrder, newProject, now, orderInput, planner, projectInput, viewer } from './orders.fixtures.ts'
import { listOrders, oneOrder } from './orders.queries.ts'
import { oneProject } from '../projects/projects.queries.ts'
import { updateProject } from '../projects/save-project.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const one = (id: string) => oneOrder(testDb.db.reads, planner, id, now)

describe('creating an order', () => {
  test('makes an empty draft, counted in its project, audited and told', async () => {
    const project = await newProject(testDb.db)
    const id = await newOrder(testDb.db, project, { dueOn: '2026-03-10', contractTonnes: 12.5 })
    expect(await one(id)).toMatchObject({
      no: 'O-1',
      status: 'draft',
      project: { id: project, code: 'P-1', name: '市体育中心' },
      customer: '城建集团',
      dueOn: '2026-03-10',
      contractTonnes: 12.5,
      daysLate: 10,
      marks: 0,
      pieces: 0,
      weightKg: 0,
      piecesByStatus: {},
      updatedBy: '周计划',
      version: 1,
      can: { edit: true, import: true, confirm: true, cancel: true, delete: true },
    })
    expect(await oneProject(testDb.db.reads, planner, project)).toMatchObject({
      orders: 1,
      can: { delete: 'project.has_orders' },
    })
    const history = await orderHistory(testDb.db.reads, 1, id, {})
    expect(history).toMatchObject({ total: 1, items: [{ action: 'orders.create', after: { no: 'O-1' } }] })
    const events = await eventsAfter(testDb.db.reads, 1, 0, 10)
    expect(events.map(({ name }) => name)).toEqual(['projects.created', 'orders.created'])
  })

  test('a number that exists is refused with its words', async () => {
    const project = await newProject(testDb.db)
    await newOrder(testDb.db, project)
    await expect(newOrder(testDb.db, project)).rejects.toMatchObject({
      code: 'duplicate',
      facts: { params: { field: 'no', value: 'O-1' } },
    })
  })

  test('an unknown or closed project takes none', async () => {
    await expect(newOrder(testDb.db, '99')).rejects.toMatchObject({ code: 'not_found' })
    const project = await newProject(testDb.db)
    await testDb.db.tx((write) =>
      updateProject(write, planner, project, { ...projectInput(), version: 1, status: 'closed' }),
    )
    await expect(newOrder(testDb.db, project)).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'project.closed', project: 'P-1' } },
    })
  })
})

describe('due days of several orders', () => {
  const setDays = (items: Parameters<typeof setDueDays>[2]['items']) =>
    testDb.db.tx((write) => setDueDays(write, planner, { items }, now))

  test('are saved together, each with its history; what does not differ is not written', async () => {
    const project = await newProject(testDb.db)
    const [first, second] = [
      await newOrder(testDb.db, project, { no: 'O-1', dueOn: '2026-04-01' }),
      await newOrder(testDb.db, project, { no: 'O-2', dueOn: '2026-05-01' }),
    ]
    const saved = await setDays([
      { id: second, version: 1, dueOn: '2026-05-01' },
      { id: first, version: 1, dueOn: '2026-04-08' },
    ])
    expect(saved.items).toEqual([
      { id: second, version: 1 },
      { id: first, version: 2 },
    ])
    expect(await one(first)).toMatchObject({ dueOn: '2026-04-08', version: 2 })
    const { items } = await orderHistory(testDb.db.reads, 1, first, {})
    expect(items[0]).toMatchObject({ before: { due_on: '2026-04-01' }, after: { due_on: '2026-04-08' } })
    expect((await orderHistory(testDb.db.reads, 1, second, {})).total).toBe(1)
  })

  test('are not saved at all when one order was changed by somebody else', async () => {
    const project = await newProject(testDb.db)
    const [first, second] = [
      await newOrder(testDb.db, project, { no: 'O-1', dueOn: '2026-04-01' }),
      await newOrder(testDb.db, project, { no: 'O-2', dueOn: '2026-05-01' }),
    ]
    await setDays([{ id: second, version: 1, dueOn: '2026-06-01' }])
    const both = [
      { id: first, version: 1, dueOn: '2026-04-08' },
      { id: second, version: 1, dueOn: '2026-05-08' },
    ]
    await expect(setDays(both)).rejects.toMatchObject({
      code: 'version.conflict',
      facts: { current: { no: 'O-2', dueOn: '2026-06-01' } },
    })
    expect(await one(first)).toMatchObject({ dueOn: '2026-04-01', version: 1 })
  })
})

describe('changing an order', () => {
  const update = (id: string, input: Parameters<typeof updateOrder>[3]) =>
    testDb.db.tx((write) => updateOrder(write, planner, id, input, now))

  test('keeps what changed, field by field', async () => {
    const project = await newProject(testDb.db)
    const id = await newOrder(testDb.db, project)
    await update(id, { ...orderInput(project, { name: '钢梁', priority: 'A' }), version: 1 })
    expect(await one(id)).toMatchObject({ name: '钢梁', priority: 'A', version: 2 })
    const { items } = await orderHistory(testDb.db.reads, 1, id, {})
    expect(items[0]).toMatchObject({
      action: 'orders.update',
      before: { name: '钢柱', priority: 'B' },
      after: { name: '钢梁', priority: 'A' },
    })
  })

  test('writes nothing when nothing differs', async () => {
    const project = await newProject(testDb.db)
    const id = await newOrder(testDb.db, project)
    await update(id, { ...orderInput(project), version: 1 })
    expect((await one(id)).version).toBe(1)
    expect((await orderHistory(testDb.db.reads, 1, id, {})).total).toBe(1)
  })

  test('an old version is refused with the order as it is now', async () => {
    const project = await newProject(testDb.db)
    const id = await newOrder(testDb.db, project)
    await update(id, { ...orderInput(project, { name: '先到' }), version: 1 })
    await expect(update(id, { ...orderInput(project, { name: '后到' }), version: 1 })).rejects.toMatchObject({
      code: 'version.conflict',
      facts: { current: { name: '先到', version: 2 } },
    })
  })

  test('moves between projects and both are counted', async () => {
    const first = await newProject(testDb.db)
    const second = await newProject(testDb.db, { code: 'P-2' })
    const id = await newOrder(testDb.db, first)
    await update(id, { ...orderInput(second), version: 1 })
    expect((await oneProject(testDb.db.reads, planner, first)).orders).toBe(0)
    expect((await oneProject(testDb.db.reads, planner, second)).orders).toBe(1)
  })

  test('another plant’s order is not there', async () => {
    const id = await newOrder(testDb.db, await newProject(testDb.db))
    const outsider = { ...planner, plantId: 2 }
    await expect(
      testDb.db.tx((write) => updateOrder(write, outsider, id, { ...orderInput('1'), version: 1 }, now)),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(oneOrder(testDb.db.reads, outsider, id, now)).rejects.toMatchObject({ code: 'not_found' })
    expect((await listOrders(testDb.db.reads, outsider, {}, now)).total).toBe(0)
  })
})

describe('moving an order', () => {
  const move = (id: string, input: Parameters<typeof moveOrder>[3]) =>
    testDb.db.tx((write) => moveOrder(write, planner, id, input, now))

  test('confirms, takes back and cancels with a reason', async () => {
    const id = await newOrder(testDb.db, await newProject(testDb.db))
    await move(id, { version: 1, to: 'confirmed' })
    await move(id, { version: 2, to: 'draft' })
    await move(id, { version: 3, to: 'confirmed' })
    await expect(move(id, { version: 4, to: 'cancelled' })).rejects.toMatchObject({
      code: 'request.invalid',
      facts: { errors: [{ path: 'body.reason', reason: 'required' }] },
    })
    await move(id, { version: 4, to: 'cancelled', reason: '客户撤单' })
    expect(await one(id)).toMatchObject({
      status: 'cancelled',
      can: { edit: 'order.finished', confirm: 'order.wrong_state', delete: 'order.not_draft' },
    })
    const { items } = await orderHistory(testDb.db.reads, 1, id, {})
    expect(items[0]).toMatchObject({ after: { status: 'cancelled', reason: '客户撤单' } })
  })

  test('names the rule that refuses', async () => {
    const id = await newOrder(testDb.db, await newProject(testDb.db))
    await expect(move(id, { version: 1, to: 'draft' })).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'order.wrong_state', status: 'draft' } },
    })
    expect((await oneOrder(testDb.db.reads, viewer, id, now)).can.confirm).toBe('permission.denied')
  })

  test('deletes an empty draft, and nothing else', async () => {
    const project = await newProject(testDb.db)
    const id = await newOrder(testDb.db, project)
    await move(id, { version: 1, to: 'confirmed' })
    const remove = (version: number) => testDb.db.tx((write) => deleteOrder(write, planner, id, version, now))
    await expect(remove(2)).rejects.toMatchObject({ facts: { params: { reason: 'order.not_draft' } } })
    await move(id, { version: 2, to: 'draft' })
    await expect(remove(2)).rejects.toMatchObject({ code: 'version.conflict' })
    await remove(3)
    await expect(one(id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await oneProject(testDb.db.reads, planner, project)).orders).toBe(0)
  })
})
