import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson } from '../../../test/people.ts'
import { type Bench, desk, openBench } from './access.fixtures.ts'
import { type OidcClient, oidcClient, beginOidc, signInWithOidc } from './oidc.ts'
import { type OidcProvider, startOidcProvider } from './oidc-provider.fixtures.ts'
import { updateProfile } from './own-account.ts'

const publicUrl = 'https://factory.example'
const settings = { clientId: 'cloud-factory', clientSecret: 's3cret', name: 'Werk-ID' }

let bench: Bench
let provider: OidcProvider
let client: OidcClient
beforeAll(async () => {
  bench = await openBench()
  provider = await startOidcProvider({ id: settings.clientId, secret: settings.clientSecret })
})
beforeEach(async () => {
  await bench.database.wipe()
  Object.assign(provider, { isHonest: true, isUp: true })
  provider.claims = { sub: 'subject-1', email: 'Li@Example.cn', email_verified: true }
  client = oidcClient({ ...settings, issuer: provider.issuer }, publicUrl)
})
afterAll(async () => {
  provider.close()
  await bench.database.close()
})

const begin = (next: string | null = null) => beginOidc(bench, client)(next, desk)
const finish = (back: { code: string; state: string; browserKey?: string }) =>
  signInWithOidc(bench, client)(back, desk)
/** A sign-in that the person agreed to at the provider: what their browser is back with. */
const agreed = async (next: string | null = null) => {
  const { authorizeUrl, browserKey } = await begin(next)
  return { ...provider.authorize(authorizeUrl), browserKey }
}
const enter = async (next: string | null = null) => finish(await agreed(next))

describe('sign-in with the identity provider', () => {
  it('sends the browser there with PKCE, state and nonce, and keeps the state hashed', async () => {
    const url = new URL((await begin()).authorizeUrl)
    const query = Object.fromEntries(url.searchParams)
    expect(url.origin).toBe(provider.issuer)
    expect(query).toMatchObject({
      client_id: 'cloud-factory',
      response_type: 'code',
      redirect_uri: `${publicUrl}/auth-redirect`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]?.length).toBeGreaterThan(40)
    const rows = await bench.db.reads.selectFrom('oidc_sign_ins').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(query['state'])
    expect(url.href).not.toContain(rows[0]?.code_verifier)
  })
  it('finds a person by verified address the first time and by subject ever after', async () => {
    const { userId } = await addPerson(bench.db, { email: 'li@example.cn', password: null })
    await expect(enter('/order/list')).resolves.toMatchObject({ userId: Number(userId), next: '/order/list' })
    provider.claims = { sub: 'subject-1', email: 'new-name@example.cn', email_verified: true }
    await expect(enter()).resolves.toMatchObject({ userId: Number(userId), next: null })
    const sessions = await bench.db.reads.selectFrom('sessions').select('method').execute()
    expect(sessions).toEqual([{ method: 'oidc' }, { method: 'oidc' }])
  })
  it('does not go by an address that is not verified', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    for (const isVerified of [false, undefined, 'true']) {
      provider.claims = { sub: 'subject-1', email: 'li@example.cn', email_verified: isVerified }
      await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
    }
  })
  it('does not go by an address that two people have', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    await addPerson(bench.db, { username: 'other', email: 'LI@example.cn' })
    await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
  })
  it('does not tie a second subject to a person', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    await enter()
    provider.claims = { sub: 'subject-2', email: 'li@example.cn', email_verified: true }
    await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
  })
  it('does not go by an address that the person typed', async () => {
    const actor = await addPerson(bench.db, { username: 'intruder' })
    await updateProfile(bench)(actor, { version: 1, cnName: '陌生人', email: 'li@example.cn', phone: null })
    await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
  })
  it('takes a return from the browser that began alone', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    const [mine, theirs] = [await agreed(), await agreed()]
    await expect(finish({ code: mine.code, state: mine.state })).rejects.toMatchObject({
      code: 'ticket.invalid',
    })
    await expect(finish({ ...mine, browserKey: theirs.browserKey })).rejects.toMatchObject({
      code: 'ticket.invalid',
    })
    await expect(finish(mine)).resolves.toMatchObject({ next: null })
  })
  it('does not let in a disabled person', async () => {
    await addPerson(bench.db, { email: 'li@example.cn', status: 'disabled' })
    await expect(enter()).rejects.toMatchObject({ code: 'account.unknown' })
  })
  it('takes a return once, within ten minutes, and only of a sign-in that was begun here', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    const back = await agreed()
    await finish(back)
    await expect(finish(back)).rejects.toMatchObject({ code: 'ticket.invalid' })
    const late = await agreed()
    bench.clock.advance(600)
    await expect(finish(late)).rejects.toMatchObject({ code: 'ticket.invalid' })
    const foreign = { code: 'x', state: 'y'.repeat(43) }
    await expect(finish(foreign)).rejects.toMatchObject({ code: 'ticket.invalid' })
  })
  it('does not take the code of another sign-in', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    const [mine, theirs] = [await agreed(), await agreed()]
    await expect(finish({ ...mine, code: theirs.code })).rejects.toMatchObject({
      code: 'ticket.invalid',
    })
  })
  it.each([
    ['a bent signature', { isHonest: false }, {}],
    ['another issuer', {}, { iss: 'http://127.0.0.1:9' }],
    ['another audience', {}, { aud: 'somebody-else' }],
    ['another nonce', {}, { nonce: 'replayed' }],
    ['a time that is over', {}, { exp: 1_000_000_000 }],
  ])('does not take a token with %s', async (_, behaviour, claims) => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    Object.assign(provider, behaviour)
    provider.claims = { ...provider.claims, ...claims }
    await expect(enter()).rejects.toMatchObject({ code: 'provider.failed' })
    expect(await bench.db.reads.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
  it('says so when the provider is down, and goes on when it is back', async () => {
    await addPerson(bench.db, { email: 'li@example.cn' })
    provider.isUp = false
    await expect(begin()).rejects.toMatchObject({ code: 'provider.failed' })
    provider.isUp = true
    const back = await agreed()
    provider.isUp = false
    await expect(finish(back)).rejects.toMatchObject({ code: 'provider.failed' })
    provider.isUp = true
    await expect(enter()).resolves.toMatchObject({ next: null })
  })
  it('does not speak to a far provider without TLS', async () => {
    const far = oidcClient({ ...settings, issuer: 'http://id.example' }, publicUrl)
    await expect(far.begin()).rejects.toMatchObject({ code: 'provider.failed' })
  })
  it('is off until it is set up', async () => {
    await expect(beginOidc(bench, null)(null, desk)).rejects.toMatchObject({ code: 'provider.off' })
    const back = { code: 'x', state: 'y' }
    await expect(signInWithOidc(bench, null)(back, desk)).rejects.toMatchObject({ code: 'provider.off' })
  })
})
