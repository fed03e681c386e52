import type { SignedIn } from '@cloud-factory/contract/identity/access'
import type {
  ImportApplied,
  ImportPreview,
  ImportRow,
} from '@cloud-factory/contract/record-import/import-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { sendList } from '../../../test/send-list.ts'

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
async function call(method: Method, url: string, body?: object, token = admin.token) {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: token },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? {} : reply.json<Record<string, unknown>>(),
  }
}

describe('an administrator', () => {
  it('adds a person, who comes in with the one-time password, and must change it', async () => {
    const roles = await call('GET', '/api/roles?q=viewer')
    const [viewer] = roles.body['items'] as { id: string }[]
    const added = await call('POST', '/api/users', {
      username: 'Wu.Min',
      cnName: '吴敏',
      email: null,
      phone: null,
      roleIds: [viewer?.id],
    })
    expect(added).toMatchObject({ status: 201, body: { user: { username: 'Wu.Min', can: { edit: true } } } })
    const payload = { username: 'wu.min', password: added.body['oneTimePassword'] }
    const entered = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(entered.statusCode).toBe(200)
    expect(entered.json()).toMatchObject({ user: { mustChangePassword: true, roles: [{ code: 'viewer' }] } })
    const again = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(again.statusCode).toBe(401)
    const { token } = entered.json<SignedIn>()
    expect((await call('GET', '/api/users', undefined, token)).status).toBe(403)
  })
  it('who was handed a password changes it before anything else', async () => {
    const roles = await call('GET', '/api/roles?q=viewer')
    const [viewer] = roles.body['items'] as { id: string }[]
    const person = { username: 'he.yu', cnName: '何雨', email: null, phone: null, roleIds: [viewer?.id] }
    const added = await call('POST', '/api/users', person)
    const current = String(added.body['oneTimePassword'])
    const enter = (password: string) =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload: { username: 'he.yu', password } })
    const { token } = (await enter(current)).json<SignedIn>()
    for (const closed of ['/api/orders', '/api/me/search?q=ab', '/api/users'])
      expect(await call('GET', closed, undefined, token), closed).toMatchObject({
        status: 403,
        body: { code: 'password.change_required' },
      })
    const ticket = await call('POST', '/api/me/tickets', { next: '/' }, token)
    expect(ticket.body).toMatchObject({ code: 'password.change_required' })
    for (const open of ['/api/me', '/api/me/start', '/api/me/sessions', '/api/me/preferences'])
      expect((await call('GET', open, undefined, token)).status, open).toBe(200)
    const next = 'Stahl-Bau-2026!'
    expect((await call('POST', '/api/me/password', { current, next }, token)).status).toBe(204)
    expect((await call('GET', '/api/orders', undefined, token)).status).toBe(200)
  })
  it('sees and ends the sessions of a person', async () => {
    const listed = await call('GET', '/api/users?q=wu.min')
    const [wu] = listed.body['items'] as { id: string; openSessions: number }[]
    expect(wu?.openSessions).toBe(1)
    const sessions = await call('GET', `/api/users/${wu?.id}/sessions`)
    expect(sessions.body).toMatchObject({ total: 1, items: [{ current: false, method: 'password' }] })
    expect((await call('DELETE', `/api/users/${wu?.id}/sessions`)).body).toEqual({ ended: 1 })
    expect((await call('GET', '/api/users/999/sessions')).status).toBe(404)
  })
  it('says which decisions need a second person: all until somebody says otherwise', async () => {
    const first = await call('GET', '/api/four-eyes')
    expect(first.body).toMatchObject({ alone: [], version: 1, can: { edit: true } })
    const set = (version: number, alone: string[]) => call('PUT', '/api/four-eyes', { version, alone })
    expect((await set(1, ['lot_release', 'coat_judge', 'lot_release'])).body).toMatchObject({
      alone: ['coat_judge', 'lot_release'],
      version: 2,
    })
    expect(await set(1, [])).toMatchObject({ status: 409, body: { code: 'version.conflict' } })
    expect((await set(2, ['payroll'])).status).toBe(400)
    expect((await set(2, [])).body).toMatchObject({ alone: [], version: 3 })
  })
  it('cannot disable or strip the last one: themselves', async () => {
    const { id } = admin.user
    const disable = await call('POST', `/api/users/${id}/status`, { version: 1, status: 'disabled' })
    expect(disable).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    const change = { version: 1, cnName: 'A', email: null, phone: null, roleIds: [] }
    expect(await call('PATCH', `/api/users/${id}`, change)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
  })
  it('makes, changes and deletes a role', async () => {
    const made = await call('POST', '/api/roles', { code: 'welders', name: '焊工', tags: ['order.view'] })
    expect(made).toMatchObject({
      status: 201,
      body: { version: 1, users: 0, can: { edit: true, delete: true } },
    })
    const id = String(made.body['id'])
    const wrong = { version: 1, name: '焊工', tags: ['everything'] }
    expect((await call('PATCH', `/api/roles/${id}`, wrong)).status).toBe(400)
    expect((await call('PATCH', `/api/roles/${id}`, { ...wrong, tags: [] })).body).toMatchObject({
      version: 2,
    })
    expect((await call('DELETE', `/api/roles/${id}?version=1`)).status).toBe(409)
    expect((await call('DELETE', `/api/roles/${id}?version=2`)).status).toBe(204)
    expect((await call('DELETE', `/api/roles/${id}?version=2`)).status).toBe(404)
  })
  it('reads in the log who did what, and that nobody touched it', async () => {
    const log = await call('GET', '/api/audit?pageSize=200')
    const actions = (log.body['items'] as { action: string }[]).map(({ action }) => action)
    expect(new Set(actions)).toEqual(
      new Set([
        'signin.ok',
        'password.change',
        'signin.failed',
        'user.create',
        'session.end_all',
        'role.create',
        'four_eyes.update',
        'role.update',
        'role.delete',
      ]),
    )
    const chain = await call('GET', '/api/audit/verify')
    expect(chain.body).toEqual({ rows: actions.length, intact: true, firstBadId: null })
    expect(JSON.stringify(log.body)).not.toMatch(/argon2|oneTimePassword/)
  })
})

describe('an import of users', () => {
  const lines = [
    '用户名,姓名,角色,电话,邮箱,企业微信账号',
    'wang.fang,王芳,"质检员、viewer",13800001,wang@example.com,',
    'Zhao.Lei,赵雷,操作工,,,',
    'chen.jun,陈军,访客,,不是邮箱,',
    'ＣＨＥＮ.jun,陈军,viewer,,,',
    'ADMIN,管理员,viewer,,,',
  ]
  const send = async (token: string) =>
    (await sendList(app, { token, path: 'users', name: '用户.csv', bytes: Buffer.from(lines.join('\n')) }))
      .body as ImportPreview
  const file = '用户.csv'
  const undo = (importId: string) => call('POST', '/api/record-imports/users/undo', { importId })

  it('names unknown roles and duplicates, and hands out one password each', async () => {
    const { rows, missing, ignored } = await send(admin.token)
    expect({ missing, ignored }).toEqual({ missing: [], ignored: [] })
    const errorsOf = ({ state, errors }: ImportRow) => [
      state,
      ...errors.map(({ field, reason, words }) => `${field} ${reason} ${words?.['lines'] ?? ''}`.trim()),
    ]
    expect(rows.map(errorsOf)).toEqual([
      ['new'],
      ['faulty', 'roleIds invalid_value'],
      ['faulty', 'email format.email', 'username import.repeated 5'],
      ['faulty', 'username import.repeated 4'],
      ['exists'],
    ])
    const records = rows.flatMap(({ record }) => record ?? [])
    const { body } = await call('POST', '/api/record-imports/users', { records, file })
    const { items, importId } = body as unknown as ImportApplied
    const [made] = items
    expect(made).toMatchObject({
      name: 'wang.fang',
      version: 1,
      secret: expect.stringMatching(/^[a-z2-9]{12}$/),
    })
    expect(await call('POST', '/api/record-imports/users', { records, file })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'username', value: 'wang.fang' } },
    })
    expect((await undo(importId)).body).toEqual({ undone: 1, remaining: [], next: null })
    expect(await call('GET', `/api/users/${made?.id}`)).toMatchObject({ status: 404 })
  })

  it('leaves a user who has signed in', async () => {
    const { rows } = await send(admin.token)
    const records = rows.flatMap(({ record }) => record ?? [])
    const { body } = await call('POST', '/api/record-imports/users', { records, file })
    const { items, importId } = body as unknown as ImportApplied
    const [made] = items
    const payload = { username: 'wang.fang', password: made?.secret }
    expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(200)
    expect((await undo(importId)).body).toEqual({
      undone: 0,
      remaining: [{ id: made?.id, name: 'wang.fang', reason: 'in_use' }],
      next: null,
    })
  })
})
