import { api } from '@cloud-factory/contract/api'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import { permissions } from '@cloud-factory/domain/identity/permissions'
import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { password, type TestApp, testApp } from '../../../test/app.ts'
import { addPerson } from '../../../test/people.ts'
import { stillInWithDevices } from './change-device.ts'
import { beacon, tvCalls } from './tvs.fixtures.ts'
import { testClock } from '../../../test/clock.ts'

const clock = testClock('2026-11-20T02:00:00Z')
let app: TestApp
let admin: string
let screens: ScreenRow[]
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock })
  await addPerson(app.database.db, { username: 'manager', password, tags: ['screen.view'] })
  admin = (await app.signIn('admin')).token
  screens = (await call<{ items: ScreenRow[] }>('GET', '/api/screens')).body.items
})
afterAll(() => app.close())

/** A session of half an hour may be over then. */
const later = async (seconds: number) => {
  clock.advance(seconds)
  admin = (await app.signIn('admin')).token
}
const { call, newSecret, ask, pairingReply, codeOf, confirm, pair } = tvCalls(
  () => app,
  () => admin,
  () => screens[0],
)

describe('a TV that wants to be paired', () => {
  test('shows a code, is confirmed by who reads it there, and is told its token once', async () => {
    const secret = newSecret()
    const code = await codeOf(secret)
    expect(await codeOf(secret)).toBe(code)
    expect((await call('GET', `/api/screens/pairing?code=${code}`)).body).toMatchObject({
      code,
      address: '10.0.0.7',
      width: 3840,
    })
    const device = await confirm(code, '一号门电视', screens[0])
    expect([device.status, device.body]).toMatchObject([
      201,
      { name: '一号门电视', state: 'silent', beacon: null },
    ])
    expect((await confirm(code, '又一次', screens[0])).status).toBe(404)
    const reply = await pairingReply(secret)
    expect(reply).toMatchObject({
      state: 'paired',
      paired: {
        user: { permissionTags: ['screen.show'], device: { id: device.body.id } },
        screen: { source: 'live' },
      },
    })
    // The secret has had its answer: who asks with it again is somebody new.
    expect((await pairingReply(secret)).state).toBe('waiting')
    const stored = await app.database.db.reads.selectFrom('screen_devices').select('token_hash').execute()
    if (reply.state === 'paired')
      expect(stored.map(({ token_hash }) => token_hash)).not.toContain(reply.paired.token)
  })

  test('waits for ten minutes, then has another code', async () => {
    const secret = newSecret()
    const code = await codeOf(secret)
    await later(601)
    expect((await call('GET', `/api/screens/pairing?code=${code}`)).status).toBe(404)
    expect((await confirm(code, 'x', screens[0])).status).toBe(404)
    expect((await pairingReply(secret)).state).toBe('waiting')
  })

  test('wrong codes are counted, by person; new codes are counted, by address', async () => {
    const { token: manager } = await app.signIn('manager')
    expect((await call('GET', '/api/screens/pairing?code=000000', undefined, manager)).status).toBe(403)
    const tries = []
    for (let no = 0; no < 21; no += 1)
      tries.push((await call('GET', `/api/screens/pairing?code=00000${no % 10}`)).status)
    expect(tries.at(0)).toBe(404)
    expect(tries.at(-1)).toBe(429)
    await later(1300)
    const asks = []
    for (let no = 0; no < 61; no += 1) asks.push((await ask(newSecret(), '10.0.0.99')).statusCode)
    expect([asks.at(59), asks.at(60)]).toEqual([200, 429])
    expect((await ask(newSecret(), '10.0.0.98')).statusCode).toBe(200)
    await later(1300)
  })

  test('two calls at once with the confirmed secret: one of them gets the token', async () => {
    const secret = newSecret()
    await confirm(await codeOf(secret), '并发', screens[0])
    const replies = await Promise.all([pairingReply(secret), pairingReply(secret)])
    expect(replies.map(({ state }) => state).toSorted()).toEqual(['paired', 'waiting'])
  })
})

describe('a paired TV', () => {
  test('says how it is in one row, does commands once, and is seen in the fleet', async () => {
    const { id, token } = await pair('车间电视')
    expect((await call('POST', '/api/screens/beacon', beacon, token)).status).toBe(204)
    const reported = await call<{ no: number }>('POST', '/api/screens/commands', {
      to: 'device',
      id,
      command: 'identify',
      page: null,
      text: '',
    })
    const row = async () =>
      (await call<{ items: DeviceRow[] }>('GET', '/api/screens/devices')).body.items.find(
        (one) => one.id === id,
      )
    expect(await row()).toMatchObject({
      state: 'online',
      beacon: { fps: 59.5, width: 3840, heapMb: 84 },
      command: { no: reported.body.no, command: 'identify', done: false },
    })
    await call('POST', '/api/screens/beacon', { ...beacon, commandNo: reported.body.no }, token)
    expect((await row())?.command?.done).toBe(true)
    await later(121)
    expect((await row())?.state).toBe('silent')
  })

  test('shows its own screen and no other, whatever it asks for', async () => {
    const { token, paired } = await pair('只看模拟', screens[1])
    expect(paired.screen).toMatchObject({ source: 'simulated', id: screens[1]?.id })
    for (const query of ['', '?source=live', `?id=${screens[1]?.id}`])
      expect((await call('GET', `/api/screens/shown${query}`, undefined, token)).body).toMatchObject({
        id: screens[1]?.id,
      })
    expect((await call('GET', `/api/screens/shown?id=${screens[0]?.id}`, undefined, token)).status).toBe(403)
    expect((await call('GET', '/api/screens/shown?draft=1', undefined, token)).status).toBe(403)
  })

  test('moves to another screen, and is out when it is revoked', async () => {
    const { id, token } = await pair('会议室')
    const change = { version: 1, name: '会议室二', screenId: screens[1]?.id, groupId: null }
    expect((await call('PATCH', `/api/screens/devices/${id}`, change)).body).toMatchObject({
      source: 'simulated',
    })
    expect((await call('PATCH', `/api/screens/devices/${id}`, change)).status).toBe(409)
    expect((await call('GET', '/api/screens/shown', undefined, token)).body).toMatchObject({
      source: 'simulated',
    })
    expect((await call('POST', `/api/screens/devices/${id}/revoke`)).body).toMatchObject({ state: 'revoked' })
    expect((await call('POST', `/api/screens/devices/${id}/revoke`)).status).toBe(200)
    expect((await call('GET', '/api/screens/shown', undefined, token)).body).toMatchObject({
      code: 'session.expired',
    })
    const again = { version: 3, name: 'x', screenId: screens[0]?.id, groupId: null }
    expect((await call('PATCH', `/api/screens/devices/${id}`, again)).body).toMatchObject({
      params: { reason: 'screen.revoked' },
    })
  })

  test('is out of an open stream too at the next check, as a person without a session is', async () => {
    const { id } = await pair('流')
    const people = async () => new Map([['7', ['screen.view']]])
    const left = () => stillInWithDevices(app.database)(people)(1, ['7', `tv:${id}`])
    expect([...(await left())]).toEqual([
      ['7', ['screen.view']],
      [`tv:${id}`, ['screen.show']],
    ])
    await call('POST', `/api/screens/devices/${id}/revoke`)
    expect([...(await left()).keys()]).toEqual(['7'])
  })

  test('sends a picture of what it shows; the last one is kept until the TV is revoked', async () => {
    const { id, token } = await pair('画面')
    const row = async () =>
      (
        await call<{ items: DeviceRow[] }>('GET', '/api/screens/devices?state=online,revoked')
      ).body.items.find((one) => one.id === id)
    const file = () =>
      app.inject({ url: `/api/screens/devices/${id}/picture`, headers: { authorization: admin } })
    const send = async (picture: Buffer | null) =>
      (await call('POST', '/api/screens/picture', { picture: picture?.toString('base64') ?? null }, token))
        .status
    expect((await file()).statusCode).toBe(404)
    const webp = Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')
    expect(await send(webp)).toBe(204)
    expect((await row())?.picture).toEqual({ at: clock.now().toISOString(), type: 'image/webp' })
    const reply = await file()
    expect([reply.headers['content-type'], reply.rawPayload]).toEqual(['image/webp', webp])
    expect(await send(Buffer.from('<svg onload="alert(1)"/>'))).toBe(400)
    expect(await send(Buffer.alloc(102_401 + 2))).toBe(400)
    // A browser that cannot draw says so instead of leaving an old picture.
    expect(await send(null)).toBe(204)
    expect((await row())?.picture).toMatchObject({ type: null })
    expect((await file()).statusCode).toBe(404)
    await call('POST', `/api/screens/devices/${id}/revoke`)
    expect((await row())?.picture).toBeNull()
  })

  test('a screen with TVs is not taken away', async () => {
    const names = { zh: '临时屏', en: 'x', es: 'x' }
    const added = await call<ScreenRow>('POST', '/api/screens', {
      names,
      place: '',
      source: 'live',
      template: 'usual',
    })
    const { id } = await pair('临时电视', added.body)
    const gone = () =>
      app.inject({
        method: 'DELETE',
        url: `/api/screens/${added.body.id}?version=1`,
        headers: { authorization: admin },
      })
    expect((await gone()).json()).toMatchObject({ code: 'in_use' })
    await call('POST', `/api/screens/devices/${id}/revoke`)
    expect((await gone()).statusCode).toBe(204)
  })

  test('a command without its word, for nobody, or for a revoked TV', async () => {
    const { id } = await pair('命令')
    const notify = (change: object) =>
      call('POST', '/api/screens/commands', {
        to: 'device',
        id,
        command: 'message',
        page: null,
        text: '',
        ...change,
      })
    expect((await notify({})).body).toMatchObject({ errors: [{ path: 'body.text', reason: 'required' }] })
    expect((await notify({ command: 'page' })).body).toMatchObject({ errors: [{ path: 'body.page' }] })
    expect((await notify({ text: '开会', to: 'group', id: '999' })).status).toBe(404)
    expect((await notify({ text: '开会' })).status).toBe(201)
    await call('POST', `/api/screens/devices/${id}/revoke`)
    expect((await notify({ text: '开会' })).body).toMatchObject({ params: { reason: 'screen.revoked' } })
  })
})

describe('the tag of a TV', () => {
  test('is in no role and can be put into none', async () => {
    expect(permissions as readonly string[]).not.toContain('screen.show')
    const role = { code: 'spy', name: 'spy', tags: ['screen.show'] }
    expect((await call('POST', '/api/roles', role)).status).toBe(400)
  })
})

const wall = new Set(
  (Object.entries(api) as [string, Endpoint][])
    .filter(
      ([, { permission, permissionOr }]) =>
        permission === 'screen.show' || permissionOr?.includes('screen.show'),
    )
    .map(([key]) => key),
)
const closed = (Object.entries(api) as [string, Endpoint][]).filter(
  ([key, { permission }]) => permission !== 'public' && !wall.has(key),
)

describe('every endpoint that is not of the wall', () => {
  let token: string
  beforeAll(async () => {
    token = (await pair('矩阵')).token
  })
  test('and those that are: the few that a wall needs', () => {
    expect(wall).toContain('GET /api/screens/shown')
    expect([...wall].filter((key) => !key.startsWith('GET ')).toSorted()).toEqual([
      'POST /api/screens/beacon',
      'POST /api/screens/picture',
    ])
  })
  it.each(closed.map(([key]) => key))('refuses a TV: %s', async (key) => {
    const [method, path] = key.split(' ') as [string, string]
    const url = path.replace(':id', '1').replace(':key', 'list.columns').replace(':no', '1')
    const reply = await app.inject({ method: method as 'GET', url, headers: { authorization: token } })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'permission.denied'])
  })
})
