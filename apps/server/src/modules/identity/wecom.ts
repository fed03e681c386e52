import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WecomSettings } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { newToken } from '../../platform/auth/token.ts'
import { type WecomApi, WecomFailure } from '../../platform/wecom/wecom-api.ts'
import type { Arrival, BegunSignIn, CommandDeps } from './identity.deps.ts'
import { accountById, userIdByWecom } from './account.queries.ts'
import { arrive, type SignIn, recordFailedSignIn } from './sign-in.ts'

/** Code invalid, used or expired: the browser has to start again. */
const staleCode: ReadonlySet<number> = new Set([40029, 42003])

const personReply = z.object({
  errcode: z.number().optional(),
  userid: z.string().min(1).max(64).optional(),
})

/** What sign-in asks of WeCom. Throws DomainError `provider.failed` when it does not answer as documented. */
interface WecomClient {
  /**
   * Id of the member with this code; null for somebody outside the company. Fails with `ticket.invalid` for an expired code.
   */
  memberOf(code: string): Promise<string | null>
}

export const wecomClient = (api: WecomApi): WecomClient => ({
  async memberOf(code) {
    const reply = await api.call('auth/getuserinfo', { code }).catch((error: unknown) => {
      if (error instanceof WecomFailure) fail('provider.failed')
      throw error
    })
    const { success, data: person } = personReply.safeParse(reply)
    if (!success) fail('provider.failed')
    if (staleCode.has(person.errcode ?? 0)) fail('ticket.invalid')
    if ((person.errcode ?? 0) !== 0) fail('provider.failed')
    return person.userid ?? null
  },
})

const lifeMilliseconds = 10 * 60_000

/**
 * A `state` for a sign-in that starts with a GET request, which may not write to the database. It consists of the time and a
 * random value, signed with the secret and with a key that only the requesting browser gets. Every instance with the secret can
 * verify it.
 */
function signState(secret: string, browserKey: string, now: Date): string {
  const claim = `${now.getTime() + lifeMilliseconds}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signature(secret, browserKey, claim)}`
}

/** Whether this server issued the state for the browser with that key less than ten minutes ago. */
function isSignedState(secret: string, browserKey: string, state: string, now: Date): boolean {
  const [until, word, signed] = state.split('.')
  if (until === undefined || word === undefined || signed === undefined) return false
  const expected = Buffer.from(signature(secret, browserKey, `${until}.${word}`))
  const provided = Buffer.from(signed)
  return (
    provided.length === expected.length &&
    timingSafeEqual(provided, expected) &&
    now.getTime() < Number(until)
  )
}

const signature = (secret: string, browserKey: string, claim: string): string =>
  createHmac('sha256', secret).update(`state ${claim} ${browserKey}`).digest('base64url')

/** Configured sign-in with WeCom. */
export interface Wecom {
  readonly settings: WecomSettings
  readonly client: WecomClient
  readonly publicUrl: string
}

/** Parameters of the browser's return. */
interface WecomReturn {
  readonly code: string
  readonly state?: string | undefined
  readonly browserKey?: string | undefined
}

/** The address where the browser gets a code, and the key that identifies this browser on return. */
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

/** Signs in the member identified by the code that the browser returned with. */
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
