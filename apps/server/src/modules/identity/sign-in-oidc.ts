import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { type Reads, asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { newToken } from '../../platform/auth/token.ts'
import type { Arrival, BegunSignIn, CommandDeps } from './access.deps.ts'
import { type Account, accountById, unlinkedUserIdByEmail, userIdBySubject } from './account.reads.ts'
import { linkSubject } from './account.store.ts'
import { arrive, type SignIn } from './arrive.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import type { OidcClient, OidcIdentity, OidcReturn } from './oidc-client.ts'
import { savePending, takePending } from './oidc.store.ts'

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
