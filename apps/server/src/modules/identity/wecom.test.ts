import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions } from '../../../test/people.ts'
import type { WecomSettings } from '../../platform/config/config.ts'
import { type Bench, desk, openBench } from './access.fixtures.ts'
import { signInWithWecom, type Wecom, beginWecom, wecomClient } from './wecom.ts'

/** A small server that speaks the messenger's two calls; a test says what it answers. */
interface Messenger {
  readonly url: string
  tokensIssued: number
  validToken: string
  /** What `getuserinfo` answers for a code with a valid token. */
  members: Record<string, object>
  /** Answers every call, when set. */
  trouble: ((path: string) => { status: number; body: string; location?: string } | null) | null
  readonly server: Server
}

async function startMessenger(): Promise<Messenger> {
  const answer = (url: URL): object => {
    const query = Object.fromEntries(url.searchParams)
    if (url.pathname === '/cgi-bin/gettoken') {
      if (query['corpid'] !== 'corp' || query['corpsecret'] !== 's3cret')
        return { errcode: 40001, errmsg: 'invalid' }
      messenger.tokensIssued += 1
      messenger.validToken = `token-${messenger.tokensIssued}`
      return { errcode: 0, errmsg: 'ok', access_token: messenger.validToken, expires_in: 7200 }
    }
    if (query['access_token'] !== messenger.validToken)
      return { errcode: 42001, errmsg: 'access_token expired' }
    return messenger.members[query['code'] ?? ''] ?? { errcode: 40029, errmsg: 'invalid code' }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://messenger')
    const trouble = messenger.trouble?.(url.pathname) ?? null
    const headers = trouble?.location === undefined ? {} : { location: trouble.location }
    response.writeHead(trouble?.status ?? 200, { 'content-type': 'application/json', ...headers })
    response.end(trouble?.body ?? JSON.stringify(answer(url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const messenger: Messenger = {
    url: `http://127.0.0.1:${port}`,
    tokensIssued: 0,
    validToken: '',
    members: {},
    trouble: null,
    server,
  }
  return messenger
}

let bench: Bench
let messenger: Messenger
let wecom: Wecom
const settingsOf = (baseUrl: string): WecomSettings => ({
  corpId: 'corp',
  corpSecret: 's3cret',
  agentId: '1000002',
  baseUrl,
  authorizeBaseUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
})
beforeAll(async () => {
  bench = await openBench()
  messenger = await startMessenger()
})
beforeEach(async () => {
  await bench.database.wipe()
  Object.assign(messenger, { tokensIssued: 0, validToken: '', trouble: null })
  messenger.members = { 'code-li': { errcode: 0, errmsg: 'ok', userid: 'LiWenJing', user_ticket: 't' } }
  const settings = settingsOf(messenger.url)
  wecom = { settings, client: wecomClient(settings, bench.clock), publicUrl: 'https://factory.example' }
})
afterAll(async () => {
  messenger.server.close()
  await bench.database.close()
})

const begun = () => {
  const { authorizeUrl, browserKey } = beginWecom(wecom, bench.clock.now())
  return { state: new URL(authorizeUrl).searchParams.get('state') ?? '', browserKey }
}
const enter = (code = 'code-li', { state, browserKey } = begun()) =>
  signInWithWecom(bench, wecom)({ code, state, browserKey }, desk)

describe('sign-in with the messenger', () => {
  it('sends the browser to the address of the member’s own enterprise, and back to us', () => {
    const url = new URL(beginWecom(wecom, bench.clock.now()).authorizeUrl)
    expect(url.origin + url.pathname).toBe('https://open.weixin.qq.com/connect/oauth2/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      appid: 'corp',
      agentid: '1000002',
      redirect_uri: 'https://factory.example/wx/transfer',
      response_type: 'code',
      scope: 'snsapi_base',
    })
    expect(url.hash).toBe('#wechat_redirect')
    expect(url.href).not.toContain('s3cret')
  })
  it('signs in the member behind the code', async () => {
    const { userId } = await addPerson(bench.db, { wecomId: 'LiWenJing', password: null })
    await expect(enter()).resolves.toMatchObject({ userId: Number(userId), next: null })
    expect(await bench.db.reads.selectFrom('sessions').select('method').execute()).toEqual([
      { method: 'wecom' },
    ])
    expect(await loggedActions(bench.db)).toEqual(['signin.ok'])
  })
  it('asks for an access token once, and anew when it is out of date or was taken back', async () => {
    await addPerson(bench.db, { wecomId: 'LiWenJing' })
    await enter()
    await enter()
    expect(messenger.tokensIssued).toBe(1)
    bench.clock.advance(7200 - 299)
    await enter()
    expect(messenger.tokensIssued).toBe(2)
    messenger.validToken = 'another'
    await enter()
    expect(messenger.tokensIssued).toBe(3)
  })
  it.each([
    ['nobody here has that account', { errcode: 0, userid: 'Stranger' }],
    ['somebody from outside', { errcode: 0, openid: 'o-123' }],
  ])('does not know %s', async (_, member) => {
    await addPerson(bench.db, { wecomId: 'LiWenJing' })
    messenger.members['code-x'] = member
    await expect(enter('code-x')).rejects.toMatchObject({ code: 'account.unknown' })
    expect(await loggedActions(bench.db)).toEqual(['signin.failed'])
  })
  it('does not let in a disabled person', async () => {
    await addPerson(bench.db, { wecomId: 'LiWenJing', status: 'disabled' })
    await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
  })
  it('does not take a code that is used or wrong', async () => {
    await expect(enter('code-unknown')).rejects.toMatchObject({ code: 'ticket.invalid' })
  })
  it('does not take a state that is not ours, is bent or old', async () => {
    await addPerson(bench.db, { wecomId: 'LiWenJing' })
    const { state, browserKey } = begun()
    const [until, word, signed] = state.split('.')
    const later = `${Number(until) + 1000}.${word}.${signed}`
    for (const wrong of ['', 'x', 'a.b.c', later, `${state}x`, `${state}.x`.replace('.', '')]) {
      await expect(enter('code-li', { state: wrong, browserKey })).rejects.toMatchObject({
        code: 'ticket.invalid',
      })
    }
    bench.clock.advance(600)
    await expect(enter('code-li', { state, browserKey })).rejects.toMatchObject({ code: 'ticket.invalid' })
    expect(messenger.tokensIssued).toBe(0)
  })
  it('takes a return from the browser that began alone', async () => {
    await addPerson(bench.db, { wecomId: 'LiWenJing' })
    const [mine, theirs] = [begun(), begun()]
    for (const browserKey of ['', theirs.browserKey])
      await expect(enter('code-li', { ...mine, browserKey })).rejects.toMatchObject({
        code: 'ticket.invalid',
      })
    await expect(enter('code-li', mine)).resolves.toMatchObject({ next: null })
  })
  it.each([
    ['answers with a fault', () => ({ status: 500, body: '{}' })],
    ['answers with a page', () => ({ status: 200, body: '<html>' })],
    ['answers with something else', () => ({ status: 200, body: '{"errcode":"no"}' })],
    ['refuses the secret', () => ({ status: 200, body: '{"errcode":40001,"errmsg":"invalid credential"}' })],
    [
      'sends us elsewhere',
      (path: string) => ({ status: 302, body: '', location: `http://127.0.0.1:1${path}` }),
    ],
  ])('says so when the messenger %s', async (_, trouble) => {
    messenger.trouble = trouble
    await expect(enter()).rejects.toMatchObject({ code: 'provider.failed', facts: {} })
  })
  it('says so when the messenger cannot be reached', async () => {
    const client = wecomClient(settingsOf('http://127.0.0.1:1'), bench.clock)
    const work = signInWithWecom(bench, { ...wecom, client })({ code: 'x', ...begun() }, desk)
    await expect(work).rejects.toMatchObject({ code: 'provider.failed' })
  })
  it('is off until it is set up', async () => {
    await expect(signInWithWecom(bench, null)({ code: 'x' }, desk)).rejects.toMatchObject({
      code: 'provider.off',
    })
  })
})
