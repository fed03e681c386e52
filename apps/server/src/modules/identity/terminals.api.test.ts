import type { SignedIn } from '@cloud-factory/contract/identity/access'
import type { TerminalRow } from '@cloud-factory/contract/identity/terminals'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'

const clock = testClock()
const pin = '7391'
let app: TestApp
let admin: SignedIn
let foreman: SignedIn
let terminal: Registered
beforeAll(async () => {
  app = await testApp({ demo: ['identity'], clock })
  ;[admin, foreman] = await Promise.all([app.signIn('admin'), app.signIn('foreman')])
  terminal = await register('Cutting 1', [foreman])
  expect((await setPin(foreman.token, pin)).status).toBe(204)
})
afterAll(() => app.close())

interface Registered {
  readonly token: string
  readonly terminal: TerminalRow
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
async function call<T = Record<string, unknown>>(method: Method, url: string, token: string, body?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: token, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' },
    ...(body !== undefined && { payload: body }),
  })
  const parsed = (reply.body === '' ? {} : reply.json()) as T & { readonly code?: string }
  return { status: reply.statusCode, code: parsed.code, body: parsed, headers: reply.headers }
}

const inputOf = (name: string, people: readonly SignedIn[]) => ({
  name,
  workshopId: null,
  badgeAlone: false,
  idleMinutes: 5,
  userIds: people.map(({ user }) => user.id),
})
async function register(name: string, people: readonly SignedIn[], badgeAlone = false): Promise<Registered> {
  const body = { ...inputOf(name, people), badgeAlone }
  const reply = await call<Registered>('POST', '/api/terminals', admin.token, body)
  expect(reply.status).toBe(201)
  return reply.body
}
const setPin = (token: string, next: string | null, secret = password) =>
  call('PUT', '/api/me/pin', token, { password: secret, pin: next })
const enter = (at: Registered, body: object) =>
  call<SignedIn>('POST', '/api/terminal/sign-in', at.token, body)
const byPin = (person: SignedIn, typed: string, at = terminal) =>
  enter(at, { userId: person.user.id, pin: typed })
/** Lets all limits pass; sessions without a request end meanwhile. */
async function wait(): Promise<void> {
  clock.advance(900)
  ;[admin, foreman] = await Promise.all([app.signIn('admin'), app.signIn('foreman')])
}
afterEach(wait)

describe('terminals', () => {
  it('are listed with their people, and need the right to administer people', async () => {
    const list = await call<{ items: TerminalRow[] }>('GET', '/api/terminals', admin.token)
    expect(list.body.items).toMatchObject([
      { name: 'Cutting 1', device: 'Chrome · Linux', people: [{ id: foreman.user.id }] },
    ])
    expect(JSON.stringify(list.body)).not.toMatch(/token|hash/)
    expect((await call('GET', '/api/terminals', foreman.token)).status).toBe(403)
  })
  it('have a name of their own, people and workshops that exist, and a version', async () => {
    const { id, version } = terminal.terminal
    const create = (change: object) =>
      call('POST', '/api/terminals', admin.token, { ...inputOf('Another', []), ...change })
    expect(await create({ name: 'Cutting 1' })).toMatchObject({ status: 409, code: 'duplicate' })
    expect(await create({ userIds: ['999999'] })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await create({ workshopId: '999999' })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await create({ idleMinutes: 31 })).toMatchObject({ status: 400, code: 'request.invalid' })
    const change = (body: object) => call('PATCH', `/api/terminals/${id}`, admin.token, body)
    const input = { version, ...inputOf('Cutting one', [foreman]) }
    expect(await change(input)).toMatchObject({ status: 200, body: { name: 'Cutting one', version: 2 } })
    expect(await change(input)).toMatchObject({
      status: 409,
      code: 'version.conflict',
      body: { current: { version: 2 } },
    })
    expect((await call('PATCH', '/api/terminals/999999', admin.token, input)).status).toBe(404)
    expect((await call('DELETE', `/api/terminals/${id}?version=1`, admin.token)).status).toBe(409)
  })
  it('show their lock screen, and open nothing else', async () => {
    const screen = await call('GET', '/api/terminal', terminal.token)
    expect(screen).toMatchObject({
      status: 200,
      body: { name: 'Cutting one', people: [{ id: foreman.user.id, cnName: foreman.user.cnName }] },
    })
    const { paths } = (await app.document()) as { paths: Record<string, Record<string, object>> }
    const reached: string[] = []
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const url = path.replaceAll(/\{\w+\}/g, '1')
        const { status } = await call(method.toUpperCase() as Method, url, terminal.token)
        if (status !== 403) reached.push(`${method.toUpperCase()} ${path}`)
      }
    expect(reached.toSorted()).toEqual([
      'GET /api/auth/providers',
      'GET /api/health',
      'GET /api/openapi.json',
      'GET /api/terminal',
      'POST /api/auth/login',
      'POST /api/auth/oidc/start',
      'POST /api/auth/provider',
      'POST /api/auth/transfer',
      'POST /api/screens/pairing',
      'POST /api/terminal/sign-in',
    ])
  })
})

describe('a PIN', () => {
  it('is set with the password, and is not one that colleagues would guess', async () => {
    expect(await setPin(foreman.token, '8264', 'wrong')).toMatchObject({
      status: 400,
      code: 'password.wrong',
    })
    for (const guessable of ['1111', '1234', '98765', '1212', '1122', '123123', '1998', '2580', '1003'])
      expect(await setPin(foreman.token, guessable), guessable).toMatchObject({
        status: 400,
        code: 'password.weak',
        body: { params: { reason: 'pin' } },
      })
    for (const malformed of ['739', '739173917', '73a1'])
      expect((await setPin(foreman.token, malformed)).status).toBe(400)
  })
  it('signs its owner in at a terminal, and nowhere else', async () => {
    const { status, body } = await byPin(foreman, pin)
    expect(status).toBe(200)
    expect(body.user.username).toBe('foreman')
    expect((await call('GET', '/api/orders', body.token)).status).toBe(200)
    const sessions = await call<{ items: object[] }>('GET', '/api/me/sessions', body.token)
    expect(sessions.body.items).toContainEqual(
      expect.objectContaining({ method: 'pin', device: 'Cutting one', current: true }),
    )
    const elsewhere = { userId: foreman.user.id, pin }
    expect((await call('POST', '/api/terminal/sign-in', foreman.token, elsewhere)).status).toBe(403)
    expect((await call('POST', '/api/terminal/sign-in', 'terminal_x', elsewhere)).status).toBe(401)
    const login = { username: 'foreman', password: pin }
    expect((await call('POST', '/api/auth/login', '', login)).status).toBe(401)
  })
  it('gives one answer, whatever is wrong', async () => {
    const viewer = await app.signIn('viewer')
    const answers = [
      await byPin(foreman, '0000'),
      await byPin(viewer, pin),
      await enter(terminal, { userId: '999999', pin }),
      await enter(terminal, { badge: 'nobody', pin }),
      await enter(terminal, { badge: 'B-1003' }),
    ]
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '', instance: '' }))
    expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(5).fill([401, 'signin.failed']))
    expect(new Set(bodies).size).toBe(1)
  })
  it('is limited to five wrong ones per person, also when they are sent at once', async () => {
    const wrong = await Promise.all(Array.from({ length: 5 }, () => byPin(foreman, '0000')))
    expect(wrong.map(({ status }) => status)).toEqual(Array(5).fill(401))
    const limited = await byPin(foreman, pin)
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '900'])
    expect((await call('GET', '/api/me', foreman.token)).status).toBe(200)
    await wait()
    expect((await byPin(foreman, pin)).status).toBe(200)
  })
  it('is blocked after ten wrong ones in a row, however many are sent at once, until a new one is set', async () => {
    const guesses = Array.from({ length: 12 }, () => byPin(foreman, '0000'))
    await Promise.all(guesses)
    await wait()
    expect(await byPin(foreman, pin)).toMatchObject({ status: 401, code: 'signin.failed' })
    expect((await setPin(foreman.token, pin)).status).toBe(204)
    expect((await byPin(foreman, pin)).status).toBe(200)
  })
  it('is removed by its owner, by a new password from an administrator, and with the person', async () => {
    const gone = async () => {
      expect((await byPin(foreman, pin)).status).toBe(401)
      await wait()
      expect((await setPin(foreman.token, pin)).status).toBe(204)
    }
    expect((await setPin(foreman.token, null)).status).toBe(204)
    await gone()
    const { token } = (await byPin(foreman, pin)).body
    const user = `/api/users/${foreman.user.id}`
    const row = await call<{ version: number }>('GET', user, admin.token)
    const set = (version: number, status: string) =>
      call('POST', `${user}/status`, admin.token, { version, status })
    expect((await set(row.body.version, 'disabled')).status).toBe(200)
    expect((await call('GET', '/api/me', token)).status).toBe(401)
    expect((await call<{ people: [] }>('GET', '/api/terminal', terminal.token)).body.people).toEqual([])
    expect((await byPin(foreman, pin)).status).toBe(401)
    expect((await set(row.body.version + 1, 'active')).status).toBe(200)
    await gone()
  })
})

describe('a badge', () => {
  it('needs the PIN unless the terminal takes it alone', async () => {
    const open = await register('Welding 1', [], true)
    expect((await enter(terminal, { badge: 'b-1003' })).status).toBe(401)
    expect((await enter(terminal, { badge: 'b-1003', pin: '0000' })).status).toBe(401)
    const both = await enter(terminal, { badge: 'b-1003', pin })
    const alone = await enter(open, { badge: 'B-1003' })
    expect([both, alone].map(({ body }) => body.user.username)).toEqual(['foreman', 'foreman'])
  })
  it('belongs to one person', async () => {
    const { body } = await call<{ items: { username: string; id: string; version: number }[] }>(
      'GET',
      '/api/users?q=planner',
      admin.token,
    )
    const [planner] = body.items
    const change = (badge: string) =>
      call('PATCH', `/api/users/${planner?.id}`, admin.token, {
        version: planner?.version,
        cnName: '李文静',
        email: null,
        phone: null,
        roleIds: [],
        badge,
      })
    expect(await change('b-1003')).toMatchObject({
      status: 409,
      code: 'duplicate',
      body: { params: { field: 'badge' } },
    })
    expect(await change('B-77')).toMatchObject({ status: 200, body: { badge: 'B-77' } })
  })
  it('is limited per terminal, so that nobody tries many', async () => {
    const tried = await register('Painting 1', [], true)
    for (let n = 0; n < 30; n += 1) expect((await enter(tried, { badge: `X-${n}` })).status).toBe(401)
    expect((await enter(tried, { badge: 'B-1003' })).status).toBe(429)
    expect((await enter(terminal, { badge: 'B-1003', pin })).status).toBe(200)
  })
})

describe('a session on a terminal', () => {
  it('does not administer people, and does not become a session elsewhere', async () => {
    const shared = await register('Office 1', [admin])
    expect((await setPin(admin.token, '50917')).status).toBe(204)
    const { body } = await byPin(admin, '50917', shared)
    const me = await call<SignedIn['user']>('GET', '/api/me', body.token)
    for (const tags of [body.user.permissionTags, me.body.permissionTags]) {
      expect(tags).toContain('order.edit')
      expect(tags.filter((tag) => /^(authority|ops|purchase|cost)\./.test(tag))).toEqual([])
    }
    for (const url of ['/api/users', '/api/roles', '/api/audit', '/api/terminals'])
      expect((await call('GET', url, body.token)).status, url).toBe(403)
    expect((await call('POST', '/api/me/tickets', body.token, { next: '/' })).status).toBe(403)
  })
  it('is the only one of the terminal and of its person', async () => {
    const other = await register('Cutting 2', [foreman])
    const first = (await byPin(foreman, pin)).body.token
    const second = (await byPin(foreman, pin, other)).body.token
    expect((await call('GET', '/api/me', first)).status).toBe(401)
    expect((await call('GET', '/api/me', foreman.token)).status).toBe(200)
    const third = (await enter(other, { badge: 'B-1003', pin })).body.token
    expect((await call('GET', '/api/me', second)).status).toBe(401)
    expect((await call('GET', '/api/me', third)).status).toBe(200)
  })
  it('ends when it locks, when nobody touches it, and with the terminal', async () => {
    const locked = (await byPin(foreman, pin)).body.token
    expect((await call('POST', '/api/auth/logout', locked)).status).toBe(204)
    expect((await call('GET', '/api/me', locked)).status).toBe(401)
    const idle = (await byPin(foreman, pin)).body.token
    clock.advance(7 * 60)
    expect((await call('GET', '/api/me', idle)).status).toBe(401)
    const { body } = await byPin(foreman, pin)
    const { id } = terminal.terminal
    expect((await call('DELETE', `/api/terminals/${id}?version=2`, admin.token)).status).toBe(204)
    expect((await call('GET', '/api/me', body.token)).status).toBe(401)
    expect(await byPin(foreman, pin)).toMatchObject({ status: 401, code: 'session.expired' })
    expect((await call('DELETE', `/api/terminals/${id}?version=2`, admin.token)).status).toBe(404)
  })
  it('leaves traces in the audit log', async () => {
    const rows = await app.database.db.reads
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('action', 'in', ['signin.ok', 'pin.set', 'pin.remove', 'terminal.create', 'terminal.delete'])
      .execute()
    const actions = new Set(rows.map(({ action }) => action))
    expect(actions.size).toBe(5)
    expect(rows.map(({ after }) => after)).toContainEqual({ method: 'pin', device: 'Cutting one' })
    expect(JSON.stringify(rows)).not.toContain(pin)
  })
})
