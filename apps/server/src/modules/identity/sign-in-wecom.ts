import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { WecomSettings } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { newToken } from '../../platform/auth/token.ts'
import type { Arrival, BegunSignIn, CommandDeps } from './access.deps.ts'
import { accountById, userIdByWecom } from './account.reads.ts'
import { arrive, type SignIn } from './arrive.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import type { WecomClient } from './wecom-client.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const lifeMilliseconds = 10 * 60_000

/**
 * A `state` for a sign-in that is begun by a GET, which may not write to the database: its time and a random word, signed
 * together with a key that only the asking browser is told. Every instance that knows the secret can check it.
 */
function signState(secret: string, browserKey: string, now: Date): string {
  const claim = `${now.getTime() + lifeMilliseconds}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signature(secret, browserKey, claim)}`
}

/** Whether we made that state for the browser with that key, less than ten minutes ago. */
function isSignedState(secret: string, browserKey: string, state: string, now: Date): boolean {
  const [until, word, signed] = state.split('.')
  if (until === undefined || word === undefined || signed === undefined) return false
  const expected = Buffer.from(signature(secret, browserKey, `${until}.${word}`))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) && now.getTime() < Number(until)
}

const signature = (secret: string, browserKey: string, claim: string): string =>
  createHmac('sha256', secret).update(`state ${claim} ${browserKey}`).digest('base64url')

/** Sign-in with the enterprise messenger, set up. */
export interface Wecom {
  readonly settings: WecomSettings
  readonly client: WecomClient
  readonly publicUrl: string
}

/** What the browser came back with. */
interface WecomReturn {
  readonly code: string
  readonly state?: string | undefined
  readonly browserKey?: string | undefined
}

/** Where the browser is sent to fetch a code, and the key by which it shows that it was the one that asked. */
export function beginWecom({ settings, publicUrl }: Wecom, now: Date): BegunSignIn {
  const browserKey = newToken()
  const query = new URLSearchParams({
    appid: settings.corpId,
    redirect_uri: `${publicUrl}/wx/transfer`,
    response_type: 'code',
    scope: 'snsapi_base',
    agentid: settings.agentId,
    state: signState(settings.corpSecret, browserKey, now),
  })
  return { authorizeUrl: `${settings.authorizeBaseUrl}?${query.toString()}#wechat_redirect`, browserKey }
}

/** Signs in the member behind the code that the browser was sent back with. */
export const signInWithWecom =
  (deps: CommandDeps, wecom: Wecom | null) =>
  async ({ code, state = '', browserKey = '' }: WecomReturn, arrival: Arrival): Promise<SignIn> => {
    if (wecom === null) fail('provider.off')
    const { db, clock, plantId } = deps
    const attempted = [{ limit: addressLimit, key: arrival.address }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
    if (!isSignedState(wecom.settings.corpSecret, browserKey, state, clock.now())) fail('ticket.invalid')

    const member = await wecom.client.memberOf(code)
    const userId = member === null ? null : await userIdByWecom(db.reads, plantId, member)
    const account = userId === null ? null : await accountById(db.reads, plantId, userId)
    if (account !== null) {
      const signedIn = await db.tx((write) =>
        arrive(write, { plantId, account, method: 'wecom', next: null }, arrival, clock.now()),
      )
      if (signedIn !== null) return signedIn
    }
    await recordFailedSignIn(deps, { attempted, method: 'wecom', account }, arrival)
    fail('account.unknown')
  }
