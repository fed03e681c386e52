import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { moveOrder } from '../orders/save-order.ts'
import { newOrder, newProject, now, planner, projectInput, viewer } from '../orders/orders.fixtures.ts'
import { listOrders } from '../orders/orders.queries.ts'
import { listProjects, oneProject } from './projects.queries.ts'
import { refreshProjectTotals } from './projects.store.ts'
import { deleteProject, updateProject } from './save-project.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const update = (id: string, input: Parameters<typeof updateProject>[3]) =>
  testDb.db.tx((write) => updateProject(write, planner, id, input))

test('a project is created, changed and deleted', async () => {
  const id = await newProject(testDb.db)
  await update(id, { ...projectInput({ name: '体育馆', startsOn: '2026-01-01' }), version: 1 })
  expect(await oneProject(testDb.db.reads, planner, id)).toMatchObject({
    code: 'P-1',
    name: '体育馆',
    startsOn: '2026-01-01',
    endsOn: null,
    status: 'active',
    orders: 0,
    weightKg: 0,
    version: 2,
    can: { edit: true, delete: true },
  })
  await testDb.db.tx((write) => deleteProject(write, planner, id, 2))
  await expect(oneProject(testDb.db.reads, planner, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('its weight is that of its orders, without those that are cancelled', async () => {
  const id = await newProject(testDb.db)
  const [active, cancelled] = [
    await newOrder(testDb.db, id),
    await newOrder(testDb.db, id, { no: 'CANCELLED' }),
  ]
  await testDb.db.tx(async (write) => {
    await sql`update orders set weight_kg = case id when ${active} then 100 else 7 end`.execute(write)
    await refreshProjectTotals(write, 1, [Number(id)])
  })
  expect(await oneProject(testDb.db.reads, planner, id)).toMatchObject({ orders: 2, weightKg: 107 })
  const input = { version: 1, to: 'cancelled' as const, reason: '客户撤单' }
  await testDb.db.tx((write) => moveOrder(write, planner, cancelled, input, now))
  expect(await oneProject(testDb.db.reads, planner, id)).toMatchObject({ orders: 2, weightKg: 100 })
})

test('a code that exists, an end before the start, an old version: refused', async () => {
  const id = await newProject(testDb.db)
  await expect(newProject(testDb.db)).rejects.toMatchObject({
    code: 'duplicate',
    facts: { params: { field: 'code', value: 'P-1' } },
  })
  await expect(
    update(id, { ...projectInput({ startsOn: '2026-02-01', endsOn: '2026-01-01' }), version: 1 }),
  ).rejects.toMatchObject({ code: 'request.invalid', facts: { errors: [{ path: 'body.endsOn' }] } })
  await expect(update(id, { ...projectInput(), version: 9 })).rejects.toMatchObject({
    code: 'version.conflict',
    facts: { current: { version: 1 } },
  })
})

test('a project with orders stays', async () => {
  const id = await newProject(testDb.db)
  await newOrder(testDb.db, id)
  await expect(testDb.db.tx((write) => deleteProject(write, planner, id, 1))).rejects.toMatchObject({
    code: 'in_use',
    facts: { params: { orders: 1 } },
  })
})

test('orders are found by the words of their project, also after it was renamed', async () => {
  const id = await newProject(testDb.db)
  await newOrder(testDb.db, id)
  await newOrder(
    testDb.db,
    await newProject(testDb.db, { code: 'P-2', name: '电厂', customer: '电力公司' }),
    {
      no: 'O-2',
    },
  )
  const found = async (q: string) =>
    (await listOrders(testDb.db.reads, planner, { q }, now)).items.map(({ no }) => no)
  expect(await found('体育')).toEqual(['O-1'])
  expect(await found('电力')).toEqual(['O-2'])
  await update(id, { ...projectInput({ name: '会展中心' }), version: 1 })
  expect(await found('体育')).toEqual([])
  expect(await found('会展')).toEqual(['O-1'])
  expect(await found('o-')).toHaveLength(2)
})

test('the list filters, sorts, pages and judges for the person who asks', async () => {
  for (const code of ['P-3', 'P-1', 'P-2']) await newProject(testDb.db, { code, name: `工程 ${code}` })
  const list = await listProjects(testDb.db.reads, viewer, { sort: 'code', page: 2, pageSize: 2 })
  expect(list).toMatchObject({
    total: 3,
    items: [{ code: 'P-3', can: { edit: 'permission.denied', delete: 'permission.denied' } }],
  })
  expect((await listProjects(testDb.db.reads, viewer, { status: ['closed'] })).total).toBe(0)
  expect((await listProjects(testDb.db.reads, viewer, { q: 'p-2' })).total).toBe(1)
})
