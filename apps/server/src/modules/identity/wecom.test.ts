import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions } from '../../../test/people.ts'
import { startWecomServer, type WecomServer } from '../../../test/wecom-server.ts'
import { wecomApi } from '../../platform/wecom/wecom-api.ts'
import { type Bench, desk, openBench } from './access.fixtures.ts'
import { signInWithWecom, type Wecom, beginWecom, wecomClient } from './wecom.ts'

let bench: Bench
let messenger: WecomServer
let wecom: Wecom
beforeAll(async () => {
  bench = await openBench()
  messenger = await startWecomServer()
})
beforeEach(async () => {
  await bench.database.wipe()
  messenger.reset()
  messenger.members = { 'code-li': { errcode: 0, errmsg: 'ok', userid: 'LiWenJing', user_ticket: 't' } }
  const { settings } = messenger
  const client = wecomClient(wecomApi(settings, bench.clock))
  wecom = { settings, client, publicUrl: 'https://factory.example' }
})
afterAll(async () => {
  messenger.close()
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
    const client = wecomClient(
      wecomApi({ ...messenger.settings, baseUrl: 'http://127.0.0.1:1' }, bench.clock),
    )
    const work = signInWithWecom(bench, { ...wecom, client })({ code: 'x', ...begun() }, desk)
    await expect(work).rejects.toMatchObject({ code: 'provider.failed' })
  })
  it('is off until it is set up', async () => {
    await expect(signInWithWecom(bench, null)({ code: 'x' }, desk)).rejects.toMatchObject({
      code: 'provider.off',
    })
  })
})
