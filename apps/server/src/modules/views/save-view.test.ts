import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { maxViews, type viewsApi } from '@cloud-factory/contract/views/views'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { addPerson, loggedActions } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import { createView, deleteView, updateView } from './save-view.ts'
import { listViews, oneView, viewsOf } from './views.queries.ts'

type Input = BodyOf<(typeof viewsApi)['POST /api/me/views']>

let testDb: TestDatabase
let planner: Actor
let viewer: Actor
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  planner = await addPerson(testDb.db, { username: 'planner', tags: ['order.view', 'order.edit'] })
  viewer = await addPerson(testDb.db, { username: 'viewer', tags: ['order.view'] })
})
afterAll(() => testDb.close())

const columns: NonNullable<Input['columns']> = {
  order: ['tonnes', 'no'],
  shown: { note: true },
  widths: { no: 160 },
  density: 'compact',
}
const input = (overrides: Partial<Input> = {}): Input => ({
  list: 'orders',
  name: '逾期未完成',
  query: { late: 'true', sort: 'dueOn' },
  columns,
  shared: false,
  ...overrides,
})
const create = (actor: Actor, overrides: Partial<Input> = {}) =>
  testDb.db.tx((write) => createView(write, actor, input(overrides)))
const update = (actor: Actor, id: string, version: number, overrides: Partial<Input> = {}) => {
  const { list: _, ...fields } = input(overrides)
  return testDb.db.tx((write) => updateView(write, actor, id, { version, ...fields }))
}
const remove = (actor: Actor, id: string, version: number) =>
  testDb.db.tx((write) => deleteView(write, actor, id, version))
const names = async (actor: Actor, list: Input['list'] = 'orders') =>
  (await listViews(testDb.db.reads, actor, list)).items.map(({ name }) => name)

describe('a saved view', () => {
  it('comes back as it was saved, to its owner alone', async () => {
    const id = await create(planner)
    expect(await oneView(testDb.db.reads, planner, id)).toMatchObject({
      ...input(),
      mine: true,
      owner: 'planner 先生',
      version: 1,
      can: { edit: true, share: true, delete: true },
    })
    expect(await names(viewer)).toEqual([])
    expect(await names(planner, 'projects')).toEqual([])
    await expect(update(viewer, id, 1)).rejects.toMatchObject({ code: 'not_found' })
    await expect(remove(viewer, id, 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is shared is everybody’s to use, and theirs to change who may share', async () => {
    const id = await create(planner, { shared: true })
    const foreman = await addPerson(testDb.db, { username: 'foreman', tags: ['order.view', 'order.edit'] })
    expect((await listViews(testDb.db.reads, viewer, 'orders')).items).toMatchObject([
      { mine: false, can: { edit: 'view.shared', share: 'view.not_shareable', delete: 'view.shared' } },
    ])
    const refused = { code: 'state.refused', facts: { params: { reason: 'view.shared' } } }
    await expect(update(viewer, id, 1, { shared: true })).rejects.toMatchObject(refused)
    await expect(remove(viewer, id, 1)).rejects.toMatchObject(refused)
    await update(foreman, id, 1, { shared: true, name: '大家的' })
    expect(await names(viewer)).toEqual(['大家的'])
    expect(await loggedActions(testDb.db)).toEqual(['views.create', 'views.update'])
  })

  it('is shared by nobody without the right to', async () => {
    const refused = { code: 'state.refused', facts: { params: { reason: 'view.not_shareable' } } }
    await expect(create(viewer, { shared: true })).rejects.toMatchObject(refused)
    const id = await create(viewer)
    await expect(update(viewer, id, 1, { shared: true })).rejects.toMatchObject(refused)
  })

  it('has a name that its owner uses once per list', async () => {
    await create(planner)
    await expect(create(planner)).rejects.toMatchObject({
      code: 'duplicate',
      facts: { params: { field: 'name' } },
    })
    await create(viewer)
    await create(planner, { list: 'projects' })
    const other = await create(planner, { name: '其他' })
    await expect(update(planner, other, 1)).rejects.toMatchObject({ code: 'duplicate' })
  })

  it('is not changed or deleted by who saw an older one', async () => {
    const id = await create(planner)
    await update(planner, id, 1, { name: '新名' })
    const conflict = { code: 'version.conflict', facts: { current: { name: '新名', version: 2 } } }
    await expect(update(planner, id, 1, { name: '旧' })).rejects.toMatchObject(conflict)
    await expect(remove(planner, id, 1)).rejects.toMatchObject(conflict)
    await remove(planner, id, 2)
    expect(await names(planner)).toEqual([])
    const events = await testDb.db.reads.selectFrom('outbox').select('name').orderBy('seq').execute()
    expect(events.map(({ name }) => name)).toEqual(['views.created', 'views.updated', 'views.deleted'])
  })

  it('of a list one may not see is neither shown nor saved', async () => {
    const outsider = await addPerson(testDb.db, { username: 'stranger', tags: ['quality.view'] })
    await create(planner, { shared: true })
    await expect(names(outsider)).rejects.toMatchObject({ code: 'permission.denied' })
    await expect(create(outsider)).rejects.toMatchObject({ code: 'permission.denied' })
  })

  it('is one of at most fifty', async () => {
    await testDb.db.tx((write) =>
      sql`insert into saved_views (plant_id, owner_id, owner_name, list, name, query, updated_by)
        select 1, ${Number(planner.userId)}, 'x', 'orders', 'v' || n, '{}', 1
        from generate_series(1, ${maxViews}::int) n`.execute(write),
    )
    await expect(create(planner)).rejects.toMatchObject({ facts: { params: { reason: 'view.too_many' } } })
    await create(planner, { list: 'projects' })
  })
})

it('views are found by their indexes', async () => {
  await testDb.db.tx(async (write) => {
    await sql`insert into saved_views (plant_id, owner_id, owner_name, list, name, query, shared, updated_by)
      select 1, ${Number(planner.userId)}, 'x', 'list-' || n % 400, 'v' || n, '{}', n % 3 = 0, 1
      from generate_series(1, 20000) n`.execute(write)
    await sql`analyze saved_views`.execute(write)
  })
  const lines = await readRows(
    testDb.db.reads,
    sql<Record<string, string>>`explain ${viewsOf(viewer, 'orders')}`,
  )
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toContain('saved_views_name_key')
  expect(plan).toContain('saved_views_shared')
  expect(plan).not.toContain('Seq Scan')
})
