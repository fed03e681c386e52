import type { ProcessRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
const tokens = new Map<string, string>()
const processes = new Map<string, ProcessRow>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['planner', 'viewer', 'admin']) tokens.set(name, (await app.signIn(name)).token)
  for (const row of (await call('GET', '/api/processes')).body.items as ProcessRow[])
    processes.set(row.code, row)
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
async function call(method: Method, url: string, payload?: object, person = 'planner') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
const idOf = (code: string) => processes.get(code)?.id ?? ''
const names = (zh: string) => ({ zh, en: `${zh} en`, es: `${zh} es` })
const routeOf = async (code: string): Promise<RouteRow> =>
  (await call('GET', `/api/routes?q=${code}`)).body.items[0]

const process = {
  code: 'Galvanized',
  names: names('镀锌'),
  position: 13,
  unit: 'kg',
  kind: 'work',
  gate: 'self',
  gives: 'coated',
  weight: 0,
  equipmentClass: null,
  active: true,
}

describe('processes', () => {
  test('the factory starts with seventeen, in the order of work', async () => {
    const { body } = await call('GET', '/api/processes')
    expect(body.total).toBe(17)
    expect(body.items[0]).toMatchObject({ code: 'CutComp', names: { zh: '下料' }, can: { delete: 'in_use' } })
    expect(body.items.at(-1)).toMatchObject({ code: 'ReceivedOnSite', kind: 'receive' })
    expect((await call('GET', '/api/processes?q=granall')).body.items).toMatchObject([
      { code: 'SandBlasted' },
    ])
    expect((await call('GET', '/api/processes?page=9')).body).toEqual({ items: [], total: 17 })
  })

  test('one is added, changed, deleted; twice the same code is not', async () => {
    const made = await call('POST', '/api/processes', process)
    expect(made).toMatchObject({ status: 201, body: { code: 'Galvanized', version: 1 } })
    expect(await call('POST', '/api/processes', process)).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'code', value: 'Galvanized' } },
    })
    const url = `/api/processes/${made.body.id}`
    const changed = await call('PATCH', url, { ...process, gate: 'inspect', version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { gate: 'inspect', version: 2 } })
    expect(await call('PATCH', url, { ...process, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { gate: 'inspect', version: 2 } },
    })
    expect((await call('PATCH', url, { ...process, gate: 'inspect', version: 2 })).body.version).toBe(2)
    expect((await call('DELETE', `${url}?version=2`)).status).toBe(204)
    expect((await call('PATCH', url, { ...process, version: 2 })).status).toBe(404)
  })

  test('one that a route goes through is neither deleted, retired nor made another kind', async () => {
    const row = processes.get('Packed') as ProcessRow
    const { id, can: _can, version, ...input } = row
    const inUse = { status: 409, body: { code: 'in_use' } }
    expect(await call('DELETE', `/api/processes/${id}?version=${version}`)).toMatchObject(inUse)
    expect(await call('PATCH', `/api/processes/${id}`, { ...input, version, active: false })).toMatchObject(
      inUse,
    )
    expect(await call('PATCH', `/api/processes/${id}`, { ...input, version, kind: 'receive' })).toMatchObject(
      inUse,
    )
    expect((await call('PATCH', `/api/processes/${id}`, { ...input, version, unit: 'kg' })).status).toBe(200)
  })

  test('who may not, is told so', async () => {
    const denied = { status: 403, body: { code: 'permission.denied' } }
    expect(await call('POST', '/api/processes', process, 'viewer')).toMatchObject(denied)
    const { body } = await call('GET', '/api/processes', undefined, 'viewer')
    expect(body.items[0].can).toEqual({ edit: 'permission.denied', delete: 'permission.denied' })
  })
})

describe('routes', () => {
  const route = (processIds: string[], overrides: object = {}) => ({
    code: 'TEST',
    names: names('试验'),
    kinds: [],
    active: true,
    processIds,
    ...overrides,
  })

  test('one is added, reordered and deleted', async () => {
    const made = await call('POST', '/api/routes', route(['CutComp', 'WeldComp', 'Packed'].map(idOf)))
    expect(made).toMatchObject({ status: 201, body: { marks: 0, can: { steps: true, delete: true } } })
    const turned = ['WeldComp', 'CutComp', 'Packed', 'SentSite'].map(idOf)
    const changed = await call('PATCH', `/api/routes/${made.body.id}`, { ...route(turned), version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { processIds: turned, version: 2 } })
    expect((await call('DELETE', `/api/routes/${made.body.id}?version=2`)).status).toBe(204)
    const log = await call(
      'GET',
      `/api/audit?subjectKind=route&subjectId=${made.body.id}`,
      undefined,
      'admin',
    )
    expect(log.body.items).toMatchObject([
      { action: 'routes.delete' },
      {
        action: 'routes.update',
        before: { steps: ['CutComp', 'WeldComp', 'Packed'] },
        after: { steps: ['WeldComp', 'CutComp', 'Packed', 'SentSite'] },
      },
      { action: 'routes.create', after: { steps: ['CutComp', 'WeldComp', 'Packed'] } },
    ])
  })

  test.each([
    [['CutComp', 'Packed', 'WeldComp'], 'route.steps_order'],
    [['CutComp', 'SentSite', 'Packed'], 'route.steps_order'],
    [['Packed'], 'route.no_work'],
    [['CutComp', 'CutComp'], 'duplicate'],
  ])('%j is refused: %s', async (codes, reason) => {
    expect(await call('POST', '/api/routes', route(codes.map(idOf)))).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ path: 'body.processIds', reason }] },
    })
  })

  test('a process of nowhere is 404', async () => {
    expect((await call('POST', '/api/routes', route(['999999999999999999']))).status).toBe(404)
  })

  test('a kind of marks has one active route', async () => {
    const conflict = { status: 409, body: { params: { reason: 'route.kind_taken', route: 'LIGHT' } } }
    const steps = [idOf('CutComp')]
    expect(await call('POST', '/api/routes', route(steps, { kinds: ['brace'] }))).toMatchObject(conflict)
    const idle = await call('POST', '/api/routes', route(steps, { kinds: ['brace'], active: false }))
    expect(idle.status).toBe(201)
    const url = `/api/routes/${idle.body.id}`
    const input = { ...route(steps, { kinds: ['brace'] }), version: 1 }
    expect(await call('PATCH', url, input)).toMatchObject(conflict)
    await call('DELETE', `${url}?version=1`)
  })

  test('the steps stay once an order was released with it, names do not', async () => {
    const { can: _can, marks: _marks, id, ...held } = await routeOf('UNCOATED')
    const { db } = app.database
    await db.tx((write) =>
      sql`update orders set released_at = now() where id = (select order_id from marks order by id limit 1)`.execute(
        write,
      ),
    )
    await db.tx((write) =>
      sql`update marks set route_id = ${Number(id)} where id = (select min(id) from marks)`.execute(write),
    )
    expect(await routeOf('UNCOATED')).toMatchObject({
      marks: 1,
      can: { edit: true, steps: 'route.in_use', delete: 'in_use' },
    })
    const url = `/api/routes/${id}`
    const shorter = { ...held, processIds: held.processIds.slice(1) }
    expect(await call('PATCH', url, shorter)).toMatchObject({
      status: 409,
      body: { code: 'state.refused', params: { reason: 'route.in_use' } },
    })
    expect((await call('PATCH', url, { ...held, names: names('光面') })).status).toBe(200)
    expect(await call('DELETE', `${url}?version=${held.version + 1}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    const { can: _may, id: baseData, ...process } = processes.get('DimInspected') as ProcessRow
    expect(await call('PATCH', `/api/processes/${baseData}`, { ...process, gives: null })).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
  })
})

describe('workshops, crews and shifts', () => {
  test('a workshop with crews stays, a crew needs a workshop', async () => {
    const made = await call('POST', '/api/workshops', { code: 'W9', name: '九车间', active: true })
    expect(made).toMatchObject({ status: 201, body: { crews: 0 } })
    const crew = { code: 'W9-1', name: '试验班', workshopId: made.body.id, active: true }
    const added = await call('POST', '/api/crews', crew)
    expect(added).toMatchObject({ status: 201, body: { workshop: '九车间' } })
    expect((await call('POST', '/api/crews', { ...crew, code: 'W9-2', workshopId: '999999' })).status).toBe(
      404,
    )
    expect(await call('DELETE', `/api/workshops/${made.body.id}?version=1`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    expect((await call('DELETE', `/api/crews/${added.body.id}?version=1`)).status).toBe(204)
    expect((await call('DELETE', `/api/workshops/${made.body.id}?version=1`)).status).toBe(204)
  })

  test('shifts do not overlap', async () => {
    const shift = { code: 'NOON', names: names('中班'), startsAt: '12:00', endsAt: '21:00', active: true }
    expect(await call('POST', '/api/shifts', shift)).toMatchObject({
      status: 409,
      body: { code: 'state.refused', params: { reason: 'shift.overlaps', shift: 'DAY' } },
    })
    expect(await call('POST', '/api/shifts', { ...shift, endsAt: '12:00' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.endsAt', reason: 'shift.no_length' }] },
    })
    expect((await call('POST', '/api/shifts', { ...shift, startsAt: '24:00' })).status).toBe(400)
    expect((await call('POST', '/api/shifts', { ...shift, active: false })).status).toBe(201)
    expect((await call('GET', '/api/shifts')).body.items).toMatchObject([
      { code: 'DAY', startsAt: '08:00', endsAt: '20:00' },
      { code: 'NOON' },
      { code: 'NIGHT' },
    ])
  })
})

describe('weights of a project', () => {
  const share = (code: string, weight: number) => ({ processId: idOf(code), weight })

  test('a new project shows what it would start with, then its own', async () => {
    const project = (
      await call('POST', '/api/projects', {
        code: 'W-1',
        name: '权重',
        customer: '客户',
        contractNo: null,
        acceptanceStandard: 'GB50205-2020',
        startsOn: null,
        endsOn: null,
      })
    ).body
    const url = `/api/projects/${project.id}/weights`
    const before = await call('GET', url)
    expect(before.body).toMatchObject({ own: false, version: 1, can: { edit: true } })
    expect(
      before.body.items.find(({ processId }: { processId: string }) => processId === idOf('WeldComp')).weight,
    ).toBe(16)
    const wrong = { version: 1, items: [share('CutComp', 33.333), share('WeldComp', 66.666)] }
    expect(await call('PUT', url, wrong)).toMatchObject({
      status: 409,
      body: { code: 'state.refused', params: { reason: 'weights.not_100', sum: 99.999 } },
    })
    const twice = { version: 1, items: [share('CutComp', 50), share('CutComp', 50)] }
    expect((await call('PUT', url, twice)).status).toBe(400)
    const good = { version: 1, items: [share('CutComp', 33.333), share('WeldComp', 66.667)] }
    const saved = await call('PUT', url, good)
    expect(saved).toMatchObject({ status: 200, body: { own: true, version: 2 } })
    expect(saved.body.items).toHaveLength(17)
    expect(await call('PUT', url, good)).toMatchObject({
      status: 409,
      body: { code: 'version.conflict', current: { own: true } },
    })
    expect((await call('PUT', url, { ...good, version: 2 }, 'viewer')).status).toBe(403)
  })

  test('the database keeps the sum too', async () => {
    await expect(
      app.database.db.tx((write) => sql`update project_weights set weight = 1`.execute(write)),
    ).rejects.toMatchObject({ constraint: 'project_weights_sum_check' })
  })
})
