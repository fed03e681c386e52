import * as openid from 'openid-client'
import type { OidcSettings } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { tokenHash, newToken } from '../../platform/auth/token.ts'
import { type Write, type Reads, asReads } from '../../platform/db/handles.ts'
import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { Arrival, BegunSignIn, CommandDeps } from './identity.deps.ts'
import { type Account, accountById, unlinkedUserIdByEmail, userIdBySubject } from './account.queries.ts'
import { linkSubject } from './account.store.ts'
import { arrive, type SignIn, recordFailedSignIn } from './sign-in.ts'

const requestSeconds = 8
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Data to store until the browser returns. `state` is sent along with the browser; the rest is not. */
interface OidcChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The identity reported by the provider. */
interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** Only an address that the provider verified; otherwise null. */
  readonly email: string | null
}

/** Parameters of the browser's return. */
interface OidcReturn {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** The identity provider. Throws DomainError `provider.failed` when it is unreachable or violates the protocol. */
export interface OidcClient {
  /** Name shown to users. */
  readonly name: string
  /** The address to redirect the browser to, and the data to store. */
  begin(): Promise<{ authorizeUrl: string; checks: OidcChecks }>
  /** Exchanges the code. Fails with `ticket.invalid` when the provider rejects the code. */
  finish(back: OidcReturn, checks: OidcChecks): Promise<OidcIdentity>
}

export function oidcClient(settings: OidcSettings, publicUrl: string): OidcClient {
  const redirectUri = `${publicUrl}/auth-redirect`
  let discovered: Promise<openid.Configuration> | null = null

  const provider = async (): Promise<openid.Configuration> => {
    discovered ??= discover(settings)
    try {
      return await discovered
    } catch {
      // Not cached, so that the next sign-in tries again.
      discovered = null
      fail('provider.failed')
    }
  }

  return {
    name: settings.name,
    async begin() {
      const configuration = await provider()
      const checks = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      const authorizeUrl = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { authorizeUrl: authorizeUrl.href, checks }
    },
    async finish({ code, state, iss }, checks) {
      const configuration = await provider()
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, back, {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        })
        return identityOf(tokens.claims())
      } catch (error) {
        const isStale = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant'
        return fail(isStale ? 'ticket.invalid' : 'provider.failed')
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<openid.Configuration> {
  const address = new URL(issuer)
  return openid.discovery(address, clientId, clientSecret, undefined, {
    timeout: requestSeconds,
    execute: [
      // The library relies on TLS for a token that it fetched itself; the signature is verified here as well.
      openid.enableNonRepudiationChecks,
      // Only on this machine without TLS: for a reverse proxy or a test.
      ...(loopback.has(address.hostname) ? [openid.allowInsecureRequests] : []),
    ],
  })
}

function identityOf(claims: openid.IDToken | undefined): OidcIdentity {
  if (claims === undefined) fail('provider.failed')
  const { iss, sub, email, email_verified: isVerified } = claims
  return { issuer: iss, subject: sub, email: typeof email === 'string' && isVerified === true ? email : null }
}

/** Maximum number of sign-ins under way: anybody can start one. */
const maxPending = 2000
const lifeMilliseconds = 10 * 60_000

/** Stores a sign-in that goes to the provider. False when too many are under way. */
async function savePending(
  write: Write,
  plantId: number,
  {
    checks,
    browserKey,
    next,
  }: { readonly checks: OidcChecks; readonly browserKey: string; readonly next: string | null },
  now: Date,
): Promise<boolean> {
  const { pending } = await write
    .selectFrom('oidc_sign_ins')
    .select((eb) => eb.fn.countAll<number>().as('pending'))
    .where('plant_id', '=', plantId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (pending >= maxPending) return false
  await write
    .insertInto('oidc_sign_ins')
    .values({
      plant_id: plantId,
      state_hash: hashOf(checks.state, browserKey),
      nonce: checks.nonce,
      code_verifier: checks.codeVerifier,
      next,
      expires_at: new Date(now.getTime() + lifeMilliseconds),
    })
    .execute()
  return true
}

/** A state is valid only with the key of the browser that started it, so a link sent to another person does not work. */
const hashOf = (state: string, browserKey: string): string => tokenHash(`${state} ${browserKey}`)

/** Reads and deletes the data stored for a state and a browser, so that it works once; null when there is none. */
async function takePending(
  write: Write,
  plantId: number,
  { state, browserKey }: { readonly state: string; readonly browserKey: string },
  now: Date,
): Promise<{ checks: OidcChecks; next: string | null } | null> {
  const claimed = await write
    .deleteFrom('oidc_sign_ins')
    .where('plant_id', '=', plantId)
    .where('state_hash', '=', hashOf(state, browserKey))
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'next'])
    .executeTakeFirst()
  if (claimed === undefined) return null
  return { checks: { state, nonce: claimed.nonce, codeVerifier: claimed.code_verifier }, next: claimed.next }
}

/** Starts a sign-in with the identity provider. Returns the address to open and the key that the browser presents on return. */
export const beginOidc =
  ({ db, clock, plantId }: CommandDeps, client: OidcClient | null) =>
  async (next: string | null, { address }: Arrival): Promise<BegunSignIn> => {
    if (client === null) fail('provider.off')
    await rejectWhenClosed(db.reads, plantId, [{ limit: addressLimit, key: address }], clock.now())
    const { authorizeUrl, checks } = await client.begin()
    const browserKey = newToken()
    const isSaved = await db.tx((write) =>
      savePending(write, plantId, { checks, browserKey, next }, clock.now()),
    )
    if (!isSaved) fail('rate.limited', { retryAfter: 60, params: { seconds: 60 } })
    return { authorizeUrl, browserKey }
  }

/**
 * Completes a sign-in with the identity provider. People are found by the provider's subject. At the first sign-in they are
 * found by the verified address, if exactly one person has it, and then linked to the subject.
 */
export const signInWithOidc =
  (deps: CommandDeps, client: OidcClient | null) =>
  async (
    { browserKey = '', ...back }: OidcReturn & { readonly browserKey?: string | undefined },
    arrival: Arrival,
  ): Promise<SignIn> => {
    if (client === null) fail('provider.off')
    const { db, clock, plantId } = deps
    const attempted = [{ limit: addressLimit, key: arrival.address }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
    const pending = await db.tx((write) =>
      takePending(write, plantId, { state: back.state, browserKey }, clock.now()),
    )
    if (pending === null) {
      await recordFailedSignIn(deps, { attempted, method: 'oidc', account: null }, arrival)
      fail('ticket.invalid')
    }
    const identity = await client.finish(back, pending.checks)
    const signedIn = await db.tx(async (write) => {
      const { account, isLinked } = await personOf(asReads(write), plantId, identity)
      if (account === null) return null
      const { issuer, subject } = identity
      if (!isLinked && !(await linkSubject(write, plantId, account.id, issuer, subject))) return null
      return arrive(write, { plantId, account, method: 'oidc', next: pending.next }, arrival, clock.now())
    })
    if (signedIn !== null) return signedIn
    await recordFailedSignIn(deps, { attempted, method: 'oidc', account: null }, arrival)
    fail('account.unknown')
  }

async function personOf(
  reads: Reads,
  plantId: number,
  { issuer, subject, email }: OidcIdentity,
): Promise<{ account: Account | null; isLinked: boolean }> {
  const linkedId = await userIdBySubject(reads, plantId, issuer, subject)
  if (linkedId !== null) return { account: await accountById(reads, plantId, linkedId), isLinked: true }
  const userId = email === null ? null : await unlinkedUserIdByEmail(reads, plantId, email)
  return { account: userId === null ? null : await accountById(reads, plantId, userId), isLinked: false }
}
