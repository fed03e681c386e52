import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'
import { daysBetween } from '@cloud-factory/domain/numbers/civil-days'
import { openStatuses } from './orders.policy.ts'

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['planner', 'viewer']) tokens.set(name, (await app.signIn(name)).token)
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function call(method: Method, url: string, payload?: object, person = 'planner') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  const type = reply.headers['content-type'] ?? ''
  return { status: reply.statusCode, body: String(type).includes('json') ? reply.json() : null }
}

async function upload(orderId: string, name: string, content: string, person = 'planner') {
  const { payload, headers } = multipart('files', [[name, content]])
  const reply = await app.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/imports`,
    headers: { ...headers, authorization: tokens.get(person) ?? '' },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

const projectBody = {
  code: 'T-1',
  name: '试验工程',
  customer: '试验客户',
  contractNo: null,
  acceptanceStandard: 'GB50205-2020',
  startsOn: null,
  endsOn: null,
}
const orderBody = (projectId: string) => ({
  projectId,
  no: 'T-1-01',
  name: '一标段',
  customerPo: null,
  priority: 'A',
  dueOn: '2030-01-01',
  contractTonnes: 3,
  note: null,
})

describe('from a project to its pieces, over the wire', () => {
  let project: string
  let order: OrderRow

  test('a project and an order are created with 201', async () => {
    const made = await call('POST', '/api/projects', projectBody)
    expect(made.status).toBe(201)
    project = made.body.id
    const ordered = await call('POST', '/api/orders', orderBody(project))
    expect(ordered.status).toBe(201)
    order = ordered.body
    expect(order).toMatchObject({ no: 'T-1-01', status: 'draft', version: 1 })
  })

  test('a list is imported and its tonnes are on the order', async () => {
    const list =
      '构件编号\t零件号\t规格\t材质\t长度(mm)\t数量\t单重(kg)\r\nGL-1\t\tHN400*200*8*13\tQ355B\t6000\t3\t396\r\n'
    const started = await upload(order.id, '清单.xls', list)
    expect(started.status).toBe(202)
    let job = started.body
    for (let tries = 0; tries < 1000 && job.status === 'reading'; tries += 1) {
      await new Promise((go) => setTimeout(go, 50))
      job = (await call('GET', `/api/imports/${job.id}`)).body
    }
    expect(job).toMatchObject({ status: 'ready', errors: 0, computed: { marks: 1, pieces: 3, netKg: 1188 } })
    expect((await call('GET', `/api/imports/${job.id}/marks`)).body.items[0]).toMatchObject({
      mark: 'GL-1',
      row: 2,
    })
    expect((await call('POST', `/api/imports/${job.id}/apply`)).body.status).toBe('applied')
    expect(await call('POST', `/api/imports/${job.id}/apply`)).toMatchObject({
      status: 409,
      body: { code: 'import.not_ready' },
    })
    expect(await call('GET', `/api/orders/${order.id}`)).toMatchObject({
      body: { pieces: 3, weightKg: 1188 },
    })
    const marks = await call('GET', `/api/orders/${order.id}/marks`)
    expect(marks.body).toMatchObject({ total: 1, sums: { pieces: 3, weightKg: 1188 } })
    expect((await call('GET', `/api/marks/${marks.body.items[0].id}`)).body).toEqual(marks.body.items[0])
    expect((await call('GET', `/api/marks/${marks.body.items[0].id}/parts`)).status).toBe(200)
    expect((await call('GET', `/api/orders/${order.id}/pieces?sort=-serial`)).body.items[0].serial).toBe(
      'GL-1-003',
    )
    expect((await call('GET', `/api/orders/${order.id}/imports`)).body.total).toBe(1)
  })

  test('an old version loses with 409 and the order as it is now', async () => {
    const changed = { ...orderBody(project), name: '二标段', version: 1 }
    expect(await call('PATCH', `/api/orders/${order.id}`, changed)).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    expect(await call('PATCH', `/api/orders/${order.id}`, { ...changed, name: '三' })).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { name: '二标段', version: 2 } },
    })
  })

  test('it is confirmed, not deleted, and its history tells all', async () => {
    const moved = await call('POST', `/api/orders/${order.id}/status`, { version: 2, to: 'confirmed' })
    expect(moved).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await call('DELETE', `/api/orders/${order.id}?version=3`)).toMatchObject({
      status: 409,
      body: { code: 'state.refused', params: { reason: 'order.not_draft' } },
    })
    expect(
      await call('POST', `/api/orders/${order.id}/status`, { version: 3, to: 'cancelled' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ path: 'body.reason', reason: 'required' }] },
    })
    const { items } = (await call('GET', `/api/orders/${order.id}/history`)).body
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'orders.move',
      'orders.update',
      'orders.import',
      'orders.create',
    ])
  })

  test('the same number twice is 409 with its words, a project in use stays', async () => {
    expect(await call('POST', '/api/orders', orderBody(project))).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'no', value: 'T-1-01' } },
    })
    expect(await call('DELETE', `/api/projects/${project}?version=1`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', params: { orders: 1 } },
    })
  })

  test('an empty file is refused at once', async () => {
    expect(await upload(order.id, 'a.xls', '')).toMatchObject({ status: 400, body: { code: 'file.empty' } })
  })

  test('a viewer reads and may nothing else', async () => {
    const fetched = await call('GET', `/api/orders/${order.id}`, undefined, 'viewer')
    expect(fetched).toMatchObject({
      status: 200,
      body: { can: { edit: 'permission.denied', import: 'permission.denied' } },
    })
    const denied = { status: 403, body: { code: 'permission.denied' } }
    expect(await call('POST', '/api/orders', orderBody(project), 'viewer')).toMatchObject(denied)
    expect(await upload(order.id, 'a.xls', 'x', 'viewer')).toMatchObject(denied)
  })
})

test.each([
  '/api/orders?status=unknown',
  '/api/orders?sort=name',
  '/api/orders?pageSize=201',
  '/api/orders?projectId=0',
  '/api/orders?late=no',
  '/api/orders?dueFrom=2026-13-01',
  '/api/orders?other=1',
])('%s is 400', async (url) => {
  expect(await call('GET', url)).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
})

test.each([
  '/api/orders/999999',
  '/api/orders/999999/marks',
  '/api/orders/999999/pieces',
  '/api/orders/999999/history',
  '/api/orders/999999/imports',
  '/api/marks/999999',
  '/api/marks/999999/parts',
  '/api/imports/999999',
  '/api/imports/999999/marks',
  '/api/imports/999999/findings',
  '/api/projects/999999',
])('%s is 404', async (url) => {
  expect(await call('GET', url)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('an answer that is kept is the same for the same tags, and gone with the next change', async () => {
  const project = (await call('POST', '/api/projects', { ...projectBody, code: 'KEPT' })).body as {
    id: string
  }
  const list = `/api/orders?projectId=${project.id}`
  const names = async (person: string) =>
    ((await call('GET', list, undefined, person)).body as { items: OrderRow[] }).items.map(
      ({ name, can }) => [name, can.edit],
    )
  expect(await names('planner')).toEqual([])
  const input = { ...orderBody(project.id), no: 'KEPT-1' }
  const order = (await call('POST', '/api/orders', input)).body as OrderRow
  for (const attempt of ['first', 'again']) {
    expect(await names('planner'), attempt).toEqual([['一标段', true]])
    expect(await names('viewer'), attempt).toEqual([['一标段', 'permission.denied']])
  }
  const fields = { ...input, name: '二标段', version: order.version }
  expect((await call('PATCH', `/api/orders/${order.id}`, fields)).status).toBe(200)
  expect(await names('viewer')).toEqual([['二标段', 'permission.denied']])
  expect(await names('planner')).toEqual([['二标段', true]])
})

test('each usual view has as many orders as its list', async () => {
  const { status, body: counts } = await call('GET', '/api/order-counts', undefined, 'viewer')
  expect(status).toBe(200)
  const { from, to } = counts.week
  const total = async (query: string) => (await call('GET', `/api/orders?${query}`)).body.total
  const open = openStatuses.join(',')
  expect(counts).toEqual({
    late: await total('late=true'),
    dueThisWeek: await total(`dueFrom=${from}&dueTo=${to}&status=${open}`),
    toRelease: await total('status=confirmed'),
    all: await total(''),
    week: { from, to },
  })
  expect(counts.all).toBeGreaterThan(0)
  expect(daysBetween(from, to)).toBe(6)
  expect(new Date(from).getUTCDay()).toBe(1)
})

test('the number of a new order or project continues the last one', async () => {
  const next = async () => (await call('GET', '/api/next-order-no')).body.no
  const { items } = (await call('GET', '/api/projects?status=active')).body
  expect((await call('POST', '/api/orders', { ...orderBody(items[0].id), no: 'N-07' })).status).toBe(201)
  expect(await next()).toBe('N-08')
  expect((await call('POST', '/api/projects', { ...projectBody, code: 'N-41' })).status).toBe(201)
  expect((await call('GET', '/api/next-project-code')).body.code).toBe('N-42')
  expect((await call('GET', '/api/next-order-no', undefined, 'viewer')).status).toBe(403)
})

test('the largest ids a URL can hold are simply not there', async () => {
  expect((await call('GET', '/api/orders/999999999999999999')).status).toBe(404)
  expect((await call('GET', '/api/projects/999999999999999999')).status).toBe(404)
  expect((await call('GET', '/api/orders?projectId=999999999999999999')).body.total).toBe(0)
})
