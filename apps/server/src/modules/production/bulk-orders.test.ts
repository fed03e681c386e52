import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { loggedActions } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fillOrders, newOrder, newProject, now, planner, viewer } from '../orders/orders.fixtures.ts'
import { bulkOrders, pickedIds } from './hold-orders.ts'

const chief: Actor = { ...planner, tags: [...planner.tags, 'order.release'] }

let testDb: TestDatabase
let ids: string[]
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  const project = await newProject(testDb.db)
  ids = []
  for (const no of ['O-1', 'O-2', 'O-3']) ids.push(await newOrder(testDb.db, project, { no }))
})
afterAll(() => testDb.close())

type Input = Parameters<typeof bulkOrders>[2]
const bulk = async (input: Input, actor = chief) =>
  (await bulkOrders(testDb.db.tx, actor, input, now)).items.map(({ no, outcome, reason }) => [
    no,
    outcome,
    reason,
  ])
const statuses = async () => {
  const rows = await testDb.db.reads.selectFrom('orders').select(['no', 'status']).orderBy('no').execute()
  return rows.map(({ status }) => status)
}

it('judges each order by itself: one that is refused holds up no other', async () => {
  await bulk({ action: 'hold', ids: ids.slice(1, 2), reason: '等图纸' })
  const items = await bulk({ action: 'confirm', ids: [...ids, '99999'] })
  expect(items).toEqual([
    ['O-1', 'done', null],
    ['O-2', 'refused', 'order.wrong_state'],
    ['O-3', 'done', null],
    [null, 'refused', 'not_found'],
  ])
  expect(await statuses()).toEqual(['confirmed', 'on_hold', 'confirmed'])
})

it('sent again after a lost answer does nothing twice, and says so', async () => {
  await bulk({ action: 'confirm', ids })
  const before = (await loggedActions(testDb.db)).length
  expect((await bulk({ action: 'confirm', ids })).map(([, outcome]) => outcome)).toEqual([
    'already',
    'already',
    'already',
  ])
  expect(await loggedActions(testDb.db)).toHaveLength(before)
})

it('holds and resumes with the reason in each order’s log', async () => {
  await bulk({ action: 'hold', ids, reason: '等图纸' })
  expect(await statuses()).toEqual(['on_hold', 'on_hold', 'on_hold'])
  await bulk({ action: 'resume', ids, reason: '图纸已到' })
  expect(await statuses()).toEqual(['draft', 'draft', 'draft'])
  const rows = await testDb.db.reads
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .orderBy('id')
    .execute()
  expect(rows.filter(({ action }) => action === 'orders.hold')).toHaveLength(3)
  expect(rows.at(-1)).toMatchObject({ after: { reason: '图纸已到' } })
})

it('says of each why it cannot be released', async () => {
  await bulk({ action: 'confirm', ids: ids.slice(0, 1) })
  expect(await bulk({ action: 'release', ids: ids.slice(0, 2) })).toEqual([
    ['O-1', 'refused', 'order.no_marks'],
    ['O-2', 'refused', 'order.wrong_state'],
  ])
})

it('changes nothing but the priority', async () => {
  expect(await bulk({ action: 'priority', ids, priority: 'A' })).toHaveLength(3)
  const [row] = await testDb.db.reads.selectFrom('orders').selectAll().where('no', '=', 'O-1').execute()
  expect(row).toMatchObject({ priority: 'A', name: '钢柱', version: 2 })
  const [log] = await testDb.db.reads
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'orders.update')
    .execute()
  expect(log).toMatchObject({ before: { priority: 'B' }, after: { priority: 'A' } })
})

it('does for nobody what they may not do alone', async () => {
  const refused = ids.map((_, at) => [`O-${at + 1}`, 'refused', 'permission.denied'])
  expect(await bulk({ action: 'confirm', ids }, viewer)).toEqual(refused)
  expect(await bulk({ action: 'hold', ids, reason: 'x' }, planner)).toEqual(refused)
  expect(await bulk({ action: 'priority', ids, priority: 'A' }, { ...chief, plantId: 2 })).toEqual(
    ids.map(() => [null, 'refused', 'not_found']),
  )
})

it('an order named twice is done once', async () => {
  expect(await bulk({ action: 'confirm', ids: [ids[0] ?? '', ids[0] ?? ''] })).toHaveLength(1)
})

it('all that match are picked, or none of them when they are too many', async () => {
  expect(await pickedIds(testDb.db.reads, planner, { sort: '-no' }, now)).toEqual({ ids: ids.toReversed() })
  expect(await pickedIds(testDb.db.reads, planner, { status: ['on_hold'] }, now)).toEqual({ ids: [] })
  await testDb.db.tx((write) => fillOrders(write, 1, { orders: 5001, now }))
  await expect(pickedIds(testDb.db.reads, planner, {}, now)).rejects.toMatchObject({
    code: 'state.refused',
    facts: { params: { reason: 'bulk.too_many' } },
  })
})
