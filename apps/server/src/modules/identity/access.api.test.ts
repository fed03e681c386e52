import type { SignedIn } from '@cloud-factory/contract/identity/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'

const clock = testClock()
let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp({ demo: ['identity'], clock })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** One request; status, code of the problem if it is one, and the reply's body. */
async function call(method: Method, url: string, { token, body }: { token?: string; body?: object } = {}) {
  const reply = await app.inject({
    method,
    url,
    ...(token !== undefined && { headers: { authorization: token } }),
    ...(body !== undefined && { payload: body }),
  })
  const parsed = reply.body === '' ? {} : reply.json<Record<string, unknown>>()
  return { status: reply.statusCode, code: parsed['code'], body: parsed, headers: reply.headers }
}
const login = (username: string, secret = password) =>
  call('POST', '/api/auth/login', { body: { username, password: secret } })

describe('POST /api/auth/login', () => {
  it('answers 200 with token, person, tags and end', async () => {
    const { status, body } = await login('planner')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: {
        username: 'planner',
        cnName: '李文静',
        mustChangePassword: false,
        plant: { timeZone: 'Asia/Shanghai' },
      },
      next: null,
    })
    expect((body['user'] as { permissionTags: string[] }).permissionTags).toContain('order.edit')
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2/i)
  })
  it('answers 401 and the same body whoever it is', async () => {
    const answers = await Promise.all([login('planner', 'wrong'), login('nobody', 'wrong'), login('', '')])
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '', instance: '' }))
    expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([401, 'signin.failed']))
    expect(new Set(bodies).size).toBe(1)
  })
  it('answers 429 with Retry-After after ten wrong passwords, and the person who is in stays in', async () => {
    const { token } = await app.signIn('viewer')
    for (let count = 0; count < 10; count += 1) expect((await login('viewer', 'wrong')).status).toBe(401)
    const { status, code, headers } = await login('viewer')
    expect([status, code, headers['retry-after']]).toEqual([429, 'rate.limited', '600'])
    expect((await call('GET', '/api/me', { token })).status).toBe(200)
    clock.advance(600)
    expect((await login('viewer')).status).toBe(200)
  })
})

describe('a session', () => {
  it('is listed, and ended one by one', async () => {
    const [here, there] = [await app.signIn('manager'), await app.signIn('manager')]
    const listed = await call('GET', '/api/me/sessions', { token: here.token })
    const items = listed.body['items'] as { id: string; current: boolean }[]
    expect(items.filter(({ current }) => current)).toHaveLength(1)
    const other = items.find(({ current }) => !current)
    expect((await call('DELETE', `/api/me/sessions/${other?.id}`, { token: here.token })).status).toBe(204)
    expect(await call('GET', '/api/me', { token: there.token })).toMatchObject({
      status: 401,
      code: 'session.expired',
    })
    expect((await call('GET', '/api/me', { token: here.token })).status).toBe(200)
  })
  it('of somebody else is not found', async () => {
    const { token } = await app.signIn('manager')
    const listed = await call('GET', '/api/me/sessions', { token: admin.token })
    const [session] = listed.body['items'] as { id: string }[]
    const ending = await call('DELETE', `/api/me/sessions/${session?.id}`, { token })
    expect(ending).toMatchObject({ status: 404, code: 'not_found' })
  })
  it('ends with sign-out, and its token opens nothing afterwards', async () => {
    const { token } = await app.signIn('manager')
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(204)
    for (const url of ['/api/me', '/api/orders', '/api/me/sessions']) {
      expect(await call('GET', url, { token })).toMatchObject({ status: 401, code: 'session.expired' })
    }
  })
  it('is known by the header alone', async () => {
    const { token } = await app.signIn('manager')
    expect((await call('GET', `/api/me?token=${token}&authorization=${token}`)).code).toBe('session.missing')
    expect((await call('GET', '/api/me', { token: `Bearer ${token}` })).code).toBe('session.expired')
  })
})

describe('the very next request', () => {
  it('of a disabled person is refused, and with a new password they are in again', async () => {
    const { token, user } = await app.signIn('inspector')
    const status = (version: number, word: string) =>
      call('POST', `/api/users/${user.id}/status`, { token: admin.token, body: { version, status: word } })
    expect((await status(1, 'disabled')).status).toBe(200)
    expect(await call('GET', '/api/me', { token })).toMatchObject({ status: 401 })
    expect((await login('inspector')).status).toBe(401)
    expect((await status(2, 'active')).status).toBe(200)
    expect((await login('inspector')).status).toBe(200)
  })
  it('of a person whose role lost a tag is refused', async () => {
    const { token } = await app.signIn('equipment')
    expect((await call('GET', '/api/orders', { token })).status).toBe(200)
    const roles = await call('GET', '/api/roles?q=equipment', { token: admin.token })
    const [role] = roles.body['items'] as { id: string; name: string; version: number }[]
    const body = { version: role?.version, name: role?.name, tags: ['equipment.view'] }
    expect((await call('PATCH', `/api/roles/${role?.id}`, { token: admin.token, body })).status).toBe(200)
    expect(await call('GET', '/api/orders', { token })).toMatchObject({
      status: 403,
      code: 'permission.denied',
    })
    const me = await call('GET', '/api/me', { token })
    expect(me.body['permissionTags']).toEqual(['equipment.view'])
  })
})

describe('one’s own account', () => {
  it('changes its password by the current one, and every other session ends', async () => {
    const [here, there] = [await app.signIn('foreman'), await app.signIn('foreman')]
    const change = (current: string, next: string) =>
      call('POST', '/api/me/password', { token: here.token, body: { current, next } })
    expect(await change('wrong', 'Seil und Haken 77')).toMatchObject({ status: 400, code: 'password.wrong' })
    const weak = await change(password, 'the foreman key')
    expect(weak).toMatchObject({ status: 400, code: 'password.weak', body: { params: { reason: 'name' } } })
    expect((await change(password, 'Seil und Haken 77')).status).toBe(204)
    expect((await call('GET', '/api/me', { token: there.token })).status).toBe(401)
    expect((await call('GET', '/api/me', { token: here.token })).status).toBe(200)
    expect((await login('foreman')).status).toBe(401)
    expect((await login('foreman', 'Seil und Haken 77')).status).toBe(200)
  })
  it('changes name and contact, and refuses what is no part of it', async () => {
    const { token } = await app.signIn('manager')
    const profile = { version: 1, cnName: '陈建国', email: 'chen@example.cn', phone: null }
    const changed = await call('PATCH', '/api/me', { token, body: profile })
    expect(changed).toMatchObject({ status: 200, body: { email: 'chen@example.cn', version: 2 } })
    expect(await call('PATCH', '/api/me', { token, body: profile })).toMatchObject({
      status: 409,
      code: 'version.conflict',
      body: { current: { version: 2 } },
    })
    const more = { ...profile, version: 2, permissionTags: ['authority.users'] }
    expect(await call('PATCH', '/api/me', { token, body: more })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    })
  })
  it('goes on on a phone by a ticket, once', async () => {
    const { token } = await app.signIn('planner')
    const made = await call('POST', '/api/me/tickets', { token, body: { next: '/order/list?status=draft' } })
    expect(made.status).toBe(201)
    const ticket = made.body['ticket']
    const redeem = () => call('POST', '/api/auth/transfer', { body: { ticket } })
    const first = await redeem()
    expect(first).toMatchObject({
      status: 200,
      body: { next: '/order/list?status=draft', user: { username: 'planner' } },
    })
    expect(await redeem()).toMatchObject({ status: 400, code: 'ticket.invalid' })
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'order']) {
      expect((await call('POST', '/api/me/tickets', { token, body: { next } })).status).toBe(400)
    }
  })
  it('stores preferences, reports errors and searches', async () => {
    const { token } = await app.signIn('planner')
    const put = (key: string, value: unknown) =>
      call('PUT', `/api/me/preferences/${key}`, { token, body: { value } })
    expect((await put('orders.columns', { hidden: ['due'] })).status).toBe(204)
    expect((await put('Bad Key', 1)).status).toBe(400)
    expect((await put('text', 'a\u0000b')).status).toBe(400)
    expect((await call('GET', '/api/me/preferences', { token })).body).toMatchObject({
      'orders.columns': { hidden: ['due'] },
    })
    const [me, preferences, unread] = await Promise.all(
      ['/api/me', '/api/me/preferences', '/api/me/messages/unread'].map(
        async (url) => (await call('GET', url, { token })).body,
      ),
    )
    expect((await call('GET', '/api/me/start', { token })).body).toEqual({
      user: me,
      preferences,
      unread: unread?.['count'],
    })
    const report = { message: 'x is undefined', url: '/order/list' }
    expect((await call('POST', '/api/me/errors', { token, body: report })).status).toBe(204)
    const errors = await call('GET', '/api/client-errors', { token: admin.token })
    expect(errors.body).toMatchObject({ total: 1, items: [{ message: 'x is undefined', count: 1 }] })
    expect((await call('GET', '/api/me/search?q=planner', { token })).body).toMatchObject({ items: [] })
    const found = await call('GET', '/api/me/search?q=planner', { token: admin.token })
    expect(found.body).toMatchObject({ items: [{ kind: 'user', code: 'planner' }] })
  })
})

describe('other ways to sign in', () => {
  it('are off until they are set up', async () => {
    expect((await call('GET', '/api/auth/providers')).body).toEqual({ wecom: null, oidc: null })
    const off = { status: 404, code: 'provider.off' }
    expect(await call('POST', '/api/auth/provider', { body: { kind: 'wecom', code: 'x' } })).toMatchObject(
      off,
    )
    expect(await call('POST', '/api/auth/oidc/start', { body: {} })).toMatchObject(off)
    expect(
      await call('POST', '/api/auth/provider', { body: { kind: 'oidc', code: 'x', state: 'y' } }),
    ).toMatchObject(off)
  })
})
