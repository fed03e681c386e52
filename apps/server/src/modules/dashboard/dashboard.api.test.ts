import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import { dashboardTiles, equipmentTiles } from '@cloud-factory/domain/dashboard/dashboard-enums'
import type { ReadyLot, WorkPiece } from '@cloud-factory/contract/production/work'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { password, type TestApp, testApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/people.ts'
import { tilesOfEquipment, tilesOfOrders, tilesOfQuality, tilesOfSystem } from './dashboard.tiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
})
afterAll(() => app.close())

const areas = {
  orders: tilesOfOrders,
  quality: tilesOfQuality,
  equipment: tilesOfEquipment,
  system: tilesOfSystem,
}
const tiles = { ...tilesOfOrders, ...tilesOfQuality, ...tilesOfEquipment, ...tilesOfSystem }
const people = [
  'admin',
  'manager',
  'planner',
  'foreman',
  'inspector',
  'equipment',
  'buyer',
  'viewer',
] as const

async function signedIn(username: (typeof people)[number]) {
  const { token } = await app.signIn(username)
  const get = async <T>(url: string) => {
    const reply = await app.inject({ url, headers: { authorization: token } })
    return { status: reply.statusCode, body: reply.json<T>() }
  }
  const counts = async (area: string) => get<DashboardCounts>(`/api/dashboard/${area}`)
  return { get, counts }
}

describe.each(people)('home of %s', (username) => {
  test.each(Object.entries(areas))(
    '%s: each number is the total of the list it leads to',
    async (area, own) => {
      const { get, counts } = await signedIn(username)
      // The factory lives on between the two questions: one that has just changed is asked again.
      await vi.waitFor(async () => {
        const { status, body } = await counts(area)
        if (status === 403) return
        expect(body.items.map(({ id }) => id)).toEqual(Object.keys(own))
        for (const { id, total, to } of body.items) {
          const [page, search = ''] = to.split('?')
          const query = new URLSearchParams(search)
          query.delete('part')
          const { list } = tiles[id]
          const listed = await get<{ total: number }>(`${list.slice(4)}?${query.toString()}`)
          expect([id, page, total]).toEqual([id, tiles[id].page, listed.body.total])
        }
      }, 50_000)
    },
  )
})

const tasks = async (username: (typeof people)[number]) => {
  const { counts } = await signedIn(username)
  const replies = await Promise.all(Object.keys(areas).map(counts))
  return replies.flatMap(({ status, body }) =>
    status === 200 ? body.items.filter(({ task }) => task).map(({ id }) => id) : [],
  )
}

test.each([
  ['viewer', []],
  ['manager', []],
  ['planner', ['orders_late', 'orders_held', 'orders_to_release', 'orders_draft', 'deliveries_to_send']],
  [
    'foreman',
    [
      'deliveries_to_send',
      'ncrs_to_execute',
      'stops_unreasoned',
      'alarms_active',
      'alarms_returned',
      'repairs_to_verify',
    ],
  ],
  [
    'inspector',
    [
      'inspections_due',
      'inspections_draft',
      'inspections_to_judge',
      'ndt_due',
      'ncrs_to_dispose',
      'ncrs_to_approve',
      'ncrs_to_verify',
    ],
  ],
] as const)('what waits for the %s', async (username, expected) => {
  expect(await tasks(username)).toEqual(expected)
})

test('the demo factory has something in most of them', async () => {
  const { counts, get } = await signedIn('admin')
  const replies = await Promise.all(Object.keys(areas).map(counts))
  const found = new Map(
    replies.flatMap(({ body }) => body.items.map(({ id, total }) => [id, total] as const)),
  )
  expect([...found.values()].filter((total) => total > 0).length).toBeGreaterThan(dashboardTiles.length / 2)
  const machines = await get<{ total: number }>('/api/machines')
  const states = equipmentTiles.filter((id) => id.startsWith('machines_')).map((id) => found.get(id) ?? 0)
  expect(states.reduce((sum, total) => sum + total, 0)).toBe(machines.body.total)
})

test('a queue of lots counts exactly the pieces that can be reported', async () => {
  const { get } = await signedIn('foreman')
  const { body } = await get<{ items: ReadyLot[]; total: number }>('/api/ready-lots?pageSize=200')
  expect(body.total).toBe(body.items.length)
  expect(body.total).toBeGreaterThan(5)
  const dueDays = body.items.flatMap(({ dueOn }) => dueOn ?? [])
  expect(dueDays).toEqual(dueDays.toSorted())
  for (const { order, productionLot, process, pieces } of body.items.slice(0, 5)) {
    const ready = await get<{ items: WorkPiece[] }>(
      `/api/ready-pieces?orderId=${order.id}&processId=${process.id}&pageSize=200`,
    )
    const own = ready.body.items.filter(
      (piece) => piece.can.report === true && piece.productionLot?.id === productionLot?.id,
    )
    expect([order.no, pieces]).toEqual([order.no, own.length])
  }
  const [process = ''] = body.items.map((lot) => lot.process.id)
  const ofProcess = body.items.filter((lot) => lot.process.id === process)
  const own = await get<{ items: ReadyLot[]; total: number }>(
    `/api/ready-lots?pageSize=200&processId=${process},999999`,
  )
  expect(own.body).toEqual({ items: ofProcess, total: ofProcess.length })
  expect(ofProcess.length).toBeLessThan(body.total)
  const [last] = body.items.slice(-1)
  const backwards = await get<{ items: ReadyLot[] }>('/api/ready-lots?pageSize=1&sort=-dueOn')
  expect(backwards.body.items).toEqual([last])
})

test('an administrator without rights in production sees what they can act on', async () => {
  const tags = ['authority.users', 'ops.metrics'] as const
  await addPerson(app.database.db, { username: 'it-only', password, tags: [...tags] })
  const { token } = await app.signIn('it-only')
  for (let wrong = 0; wrong < 10; wrong += 1)
    await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'viewer', password: 'wrong' },
    })
  const call = async (method: 'GET' | 'POST', url: string) => {
    const reply = await app.inject({ method, url, headers: { authorization: token } })
    return { status: reply.statusCode, body: reply.json() }
  }
  const counted = async () => {
    const { body } = await call('GET', '/api/dashboard/system')
    return (body as DashboardCounts).items.map(({ id, total, task }) => [id, total, task])
  }
  expect(await counted()).toEqual([
    ['users_locked', 1, true],
    ['users_online', expect.any(Number), true],
  ])
  const { body } = await call('GET', '/api/users?access=locked')
  const [locked] = (body as { items: { id: string; username: string }[] }).items
  expect(locked?.username).toBe('viewer')
  expect(await call('POST', `/api/users/${locked?.id}/unlock`)).toMatchObject({
    status: 200,
    body: { lockedUntil: null },
  })
  expect((await counted())[0]).toEqual(['users_locked', 0, true])
  expect((await app.signIn('viewer')).user.username).toBe('viewer')
})
