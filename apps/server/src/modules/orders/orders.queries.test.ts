import { sortableOrders } from '@cloud-factory/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { applyImport } from '../order-import/apply-import.ts'
import { moveOrder } from './save-order.ts'
import {
  fillOrders,
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
  viewer,
} from './orders.fixtures.ts'
import { readRows } from '../../platform/db/handles.ts'
import { countedAtMost, idsOf } from './order-rows.queries.ts'
import { conditions, listOrders, orderIds, ordersSearch } from './orders.queries.ts'

let testDb: TestDatabase
let stadium: string
beforeAll(async () => {
  testDb = await testDatabase()
  stadium = await newProject(testDb.db)
  const plant = await newProject(testDb.db, { code: 'P-2', name: '热电厂', customer: '电力公司' })
  const first = await newOrder(testDb.db, stadium, {
    no: 'O-1',
    name: '东看台',
    dueOn: '2026-03-01',
    priority: 'A',
  })
  await newOrder(testDb.db, stadium, { no: 'O-2', name: '西看台', dueOn: '2026-03-21', customerPo: 'PO_77' })
  await newOrder(testDb.db, plant, { no: 'O-3', name: '锅炉 100%', priority: 'C' })
  const cancelled = await newOrder(testDb.db, plant, { no: 'O-4', name: '烟道', dueOn: '2026-02-01' })
  await testDb.db.tx((write) => moveOrder(write, planner, cancelled, { version: 1, to: 'cancelled' }, now))
  const list = await readImport(
    testDb.db,
    first,
    parsedList([parsedMark('GKZ-101'), parsedMark('GL-7', { quantity: 3 })]),
  )
  await testDb.db.tx((write) => applyImport(write, planner, list))
})
afterAll(() => testDb.close())

type Query = Parameters<typeof listOrders>[2]
const numbers = async (query: Query) =>
  (await listOrders(testDb.db.reads, viewer, query, now)).items.map(({ no }) => no)

describe('the list', () => {
  const cases: [string, () => Query, string[]][] = [
    ['due first, undated last', () => ({}), ['O-4', 'O-1', 'O-2', 'O-3']],
    ['latest due first, undated still last', () => ({ sort: '-dueOn' }), ['O-2', 'O-1', 'O-4', 'O-3']],
    ['by number backwards', () => ({ sort: '-no' }), ['O-4', 'O-3', 'O-2', 'O-1']],
    ['by how far it is', () => ({ sort: '-status', pageSize: 1 }), ['O-4']],
    ['heaviest first', () => ({ sort: '-weightKg', pageSize: 1 }), ['O-1']],
    ['by priority', () => ({ sort: 'priority', pageSize: 1 }), ['O-1']],
    [
      'by risk: late, then due next, then undated, done at last',
      () => ({ sort: 'risk' }),
      ['O-1', 'O-2', 'O-3', 'O-4'],
    ],
    ['by risk, second page', () => ({ sort: 'risk', page: 2, pageSize: 2 }), ['O-3', 'O-4']],
    ['by risk, beyond the open ones', () => ({ sort: 'risk', page: 4, pageSize: 1 }), ['O-4']],
    ['by risk, a state', () => ({ sort: 'risk', status: ['cancelled'] }), ['O-4']],
    ['second page', () => ({ sort: 'no', page: 2, pageSize: 3 }), ['O-4']],
    ['two states', () => ({ status: ['cancelled', 'closed'] }), ['O-4']],
    ['no state chosen', () => ({ status: [], sort: 'no' }), ['O-1', 'O-2', 'O-3', 'O-4']],
    ['two priorities', () => ({ priority: ['A', 'C'], sort: 'no' }), ['O-1', 'O-3']],
    ['a project', () => ({ projectId: stadium, sort: 'no' }), ['O-1', 'O-2']],
    [
      'a range of days, both ends in',
      () => ({ dueFrom: '2026-02-01', dueTo: '2026-03-01', sort: 'no' }),
      ['O-1', 'O-4'],
    ],
    ['late: open and past', () => ({ late: 'true' }), ['O-1']],
    ['words of its name', () => ({ q: '看台', sort: 'no' }), ['O-1', 'O-2']],
    ['words of the customer', () => ({ q: '电力', sort: 'no' }), ['O-3', 'O-4']],
    ['customer’s number, wildcards as letters', () => ({ q: 'po_7' }), ['O-2']],
    ['per cent is a letter', () => ({ q: '0%' }), ['O-3']],
    ['underscore is a letter', () => ({ q: '_' }), ['O-2']],
    ['nothing matches', () => ({ q: '没有这个' }), []],
  ]
  test.each(cases)('%s', async (_name, query, expected) => {
    expect(await numbers(query())).toEqual(expected)
  })

  test('sums all matches, not the page', async () => {
    const list = await listOrders(testDb.db.reads, viewer, { pageSize: 1 }, now)
    expect(list).toMatchObject({ total: 4, sums: { pieces: 5, weightKg: 502.5 } })
  })

  test('late begins at midnight of the plant, not of Greenwich', async () => {
    const late = async (at: string) =>
      (await listOrders(testDb.db.reads, viewer, { q: 'O-2' }, new Date(at))).items[0]?.daysLate
    expect(await late('2026-03-21T15:59:00Z')).toBeNull()
    expect(await late('2026-03-21T16:01:00Z')).toBe(1)
  })
})

describe('the search port', () => {
  const search = ordersSearch
  test('finds orders, projects, marks and pieces, each with its page', async () => {
    const hits = (q: string) => search(testDb.db.reads)(planner, q, 5)
    expect(await hits('o-1')).toMatchObject([
      { kind: 'order', code: 'O-1', status: 'draft', path: '/order/detail/1' },
    ])
    expect(await hits('体育')).toMatchObject([
      { kind: 'project', code: 'P-1', path: `/order/list?projectId=${stadium}` },
    ])
    expect(await hits('gkz-101')).toMatchObject([
      { kind: 'mark', code: 'GKZ-101', name: 'O-1', path: '/order/detail/1?part=marks&q=GKZ-101' },
      { kind: 'piece', code: 'GKZ-101-001' },
      { kind: 'piece', code: 'GKZ-101-002', path: '/order/detail/1?part=pieces&q=GKZ-101-002' },
    ])
  })

  test('says nothing to an empty question or without the right', async () => {
    expect(await search(testDb.db.reads)(planner, ' ', 5)).toEqual([])
    expect(await search(testDb.db.reads)({ ...planner, tags: [] }, 'o-1', 5)).toEqual([])
  })
})

test('more matches than are counted: the total stops and there are no sums', async () => {
  await testDb.db.tx((write) => fillOrders(write, 1, { orders: countedAtMost + 10, now }))
  expect(await listOrders(testDb.db.reads, planner, { pageSize: 1 }, now)).toMatchObject({
    total: countedAtMost,
    sums: null,
  })
})

test.each(sortableOrders.flatMap((field) => [field, `-${field}`] as const))(
  'sorted by %s, few matches and many give their pages in the same order',
  async (sort) => {
    for (const narrow of [{}, { status: ['closed'] }, { q: '稀有' }, { q: '订单' }] as const) {
      const query = { ...narrow, status: 'status' in narrow ? [...narrow.status] : undefined, sort }
      const where = await conditions(testDb.db.reads, 1, query, now)
      const ids = await readRows(testDb.db.reads, idsOf(where, sort, { offset: 0, limit: 5000 }))
      const { total } = await listOrders(testDb.db.reads, planner, query, now)
      expect(total).toBe(Math.min(ids.length, countedAtMost))
      for (const page of [1, 2, Math.ceil(ids.length / 30)]) {
        const { items } = await listOrders(testDb.db.reads, planner, { ...query, page, pageSize: 30 }, now)
        const from = (page - 1) * 30
        expect(items.map(({ id }) => Number(id))).toEqual(ids.slice(from, from + 30).map(({ id }) => id))
      }
    }
  },
)

test.each(['customer', '-customer', 'assignee', '-assignee'] as const)(
  'sorted by %s, every group is whole, and groups follow their names from page to page',
  async (sort) => {
    const customer = '客户1'
    const again = await newProject(testDb.db, { code: `P-${sort}`, name: '二期', customer })
    await newOrder(testDb.db, again, { no: `AA-${sort}`, name: '连廊' })
    await testDb.db.tx(async (write) => {
      // The names are in another order than the accounts.
      await sql`insert into users (plant_id, username, username_key, cn_name, password_hash, status)
        select 1, ${sort} || n, ${sort} || n, name, 'x', 'active'
        from unnest(array['周敏', '丁强', '李娜']) with ordinality of (name, n)`.execute(write)
      await sql`update orders set assignee_id = (select max(id) from users) - id % 3 where id % 4 > 0`.execute(
        write,
      )
    })
    const names: string[] = []
    for (let page = 1; ; page += 1) {
      const { items } = await listOrders(testDb.db.reads, planner, { sort, page, pageSize: 90 }, now)
      if (items.length === 0) break
      names.push(
        ...items.map((order) =>
          sort.endsWith('customer') ? order.customer : (order.assignee?.name ?? '～'),
        ),
      )
    }
    const runs = names.filter((name, at) => name !== names[at - 1])
    const inOrder = [...new Set(names)].toSorted()
    expect(runs).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder)
    expect(runs.length).toBeGreaterThan(2)
  },
)

test('by risk every order is on one page, also with more open orders than are ranked', async () => {
  const query = { sort: 'risk', q: '订单' } as const
  const ids = await orderIds(testDb.db.reads, planner, { sort: 'risk' }, now, 5000)
  const all = await readRows(testDb.db.reads, idsOf(sql`plant_id = 1`, 'no', { offset: 0, limit: 5000 }))
  expect(ids.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b))
  const found = await orderIds(testDb.db.reads, planner, query, now, 5000)
  for (const page of [1, 2, Math.ceil(found.length / 30)]) {
    const { items } = await listOrders(testDb.db.reads, planner, { ...query, page, pageSize: 30 }, now)
    expect(items.map(({ id }) => Number(id))).toEqual(found.slice((page - 1) * 30, page * 30))
  }
})
