import { recordAudit } from '../../platform/audit/record.ts'
import {
  type Attempted,
  countAttempt,
  accountLimit,
  addressLimit,
  forgetAttempts,
  rejectWhenClosed,
} from '../../platform/auth/attempts.ts'
import { type SignInMethod, deviceOf } from '../../platform/auth/sessions.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Arrival, type CommandDeps, visitor } from './identity.deps.ts'
import { type Account, accountByName } from './account.queries.ts'
import { markSignedIn, type PasswordUse } from './account.store.ts'
import { type OpenedSession, openSession, endSession } from './sessions.store.ts'

interface PasswordFacts {
  readonly status: 'active' | 'disabled'
  readonly passwordState: 'lasting' | 'first' | 'once' | 'used'
  readonly passwordExpiresAt: Date | null
}

/** Whether the correct password permits a sign-in: not when the account is disabled, or the password is used up or expired. */
function isPasswordUsable({ status, passwordState, passwordExpiresAt }: PasswordFacts, now: Date): boolean {
  return (
    status === 'active' && passwordState !== 'used' && (passwordExpiresAt === null || now < passwordExpiresAt)
  )
}

interface FailedSignIn {
  readonly attempted: readonly Attempted[]
  readonly method: SignInMethod
  /** The person concerned; null when the input matches nobody. */
  readonly account: Account | null
}

/**
 * Counts a failed sign-in and writes an audit log entry. An unknown name is not logged, because people sometimes type their
 * password there. Reaching a limit is logged once, not for every rejected request.
 */
export async function recordFailedSignIn(
  { db, clock, plantId }: CommandDeps,
  { attempted, method, account }: FailedSignIn,
  arrival: Arrival,
): Promise<void> {
  const subject = {
    subjectKind: 'user',
    subjectId: account === null ? '' : String(account.id),
    subjectName: account?.username ?? '',
  }
  const nobody = visitor(plantId, arrival)
  await db.tx(async (write) => {
    const reached: string[] = []
    for (const attempt of attempted) {
      if (await countAttempt(write, plantId, attempt, clock.now())) reached.push(attempt.limit.scope)
    }
    await recordAudit(write, nobody, { action: 'signin.failed', ...subject, after: { method } })
    if (reached.length > 0) {
      await recordAudit(write, nobody, { action: 'signin.limited', ...subject, after: { method, reached } })
    }
  })
}

/** A person who has just signed in. `next`: the page to open, as a path within this origin. */
export interface SignIn extends OpenedSession {
  readonly userId: number
  readonly next: string | null
}

interface Arriving {
  readonly plantId: number
  readonly account: Account
  readonly method: SignInMethod
  readonly next: string | null
  readonly password?: PasswordUse
  /** The shared terminal at which the person signs in. */
  readonly terminal?: { readonly id: number; readonly name: string }
}

/** Last step of every way to sign in: creates a session and an audit log entry. Null when the person may not sign in. */
export async function arrive(
  write: Write,
  { plantId, account, method, next, password, terminal }: Arriving,
  { address, requestId, userAgent }: Arrival,
  now: Date,
): Promise<SignIn | null> {
  const use = password ?? { hash: account.passwordHash, state: account.passwordState }
  if (!(await markSignedIn(write, plantId, account, use, now))) return null
  const device = terminal?.name ?? deviceOf(userAgent)
  const terminalId = terminal?.id ?? null
  const session = await openSession(
    write,
    { plantId, userId: account.id, method, address, device, terminalId },
    now,
  )
  const { id, username, cnName } = account
  const actor = { userId: String(id), plantId, username, cnName, tags: [], sessionId: '', address, requestId }
  await recordAudit(write, actor, {
    action: 'signin.ok',
    subjectKind: 'user',
    subjectId: String(id),
    subjectName: username,
    after: { method, device },
  })
  return { ...session, userId: id, next }
}

interface Credentials {
  readonly username: string
  readonly password: string
}

/**
 * Signs a person in with name and password. An unknown name, a wrong password, a disabled person and an expired password give
 * the same answer after the same work, so that the answer does not reveal the cause.
 */
export const signIn =
  (deps: CommandDeps & { passwords: Passwords }) =>
  async ({ username, password }: Credentials, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId, passwords } = deps
    const name = usernameKey(username)
    const attempted = attemptedBy(name, arrival.address)
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())

    const account = name === null ? null : await accountByName(db.reads, plantId, name)
    const isRight = await passwords.verify(account?.passwordHash ?? null, password)
    if (name !== null && account !== null && isRight && isPasswordUsable(account, clock.now())) {
      const use = await useOf(passwords, account, password)
      const signedIn = await db.tx(async (write) => {
        const now = clock.now()
        // Checked again: of several concurrent guesses, a correct one that ends after too many wrong ones is rejected.
        await rejectWhenClosed(asReads(write), plantId, attempted, now)
        await forgetAttempts(write, plantId, { limit: accountLimit, key: name })
        return arrive(
          write,
          { plantId, account, method: 'password', next: null, password: use },
          arrival,
          now,
        )
      })
      if (signedIn !== null) return signedIn
    }
    await recordFailedSignIn(deps, { attempted, method: 'password', account }, arrival)
    fail('signin.failed')
  }

function attemptedBy(name: string | null, address: string): Attempted[] {
  const byAddress = { limit: addressLimit, key: address }
  return name === null ? [byAddress] : [{ limit: accountLimit, key: name }, byAddress]
}

/** Marks a one-time password as used, and rehashes a password that was stored with another cost. */
async function useOf(passwords: Passwords, account: Account, password: string): Promise<PasswordUse> {
  const { passwordHash: hash, passwordState: state } = account
  const isOld = hash !== null && passwords.isOutdated(hash)
  return {
    hash: isOld ? await passwords.hash(password) : hash,
    state: state === 'once' ? 'used' : state,
  }
}

/** Ends one of a person's own sessions: the current one (sign-out) or another. */
export const endOwnSession =
  ({ db }: Pick<CommandDeps, 'db'>) =>
  async (actor: Actor, sessionId: string): Promise<void> => {
    await db.tx(async (write) => {
      const { plantId, userId, username } = actor
      if (!(await endSession(write, plantId, Number(userId), Number(sessionId)))) fail('not_found')
      await recordAudit(write, actor, {
        action: sessionId === actor.sessionId ? 'signout.ok' : 'session.end',
        subjectKind: 'user',
        subjectId: userId,
        subjectName: username,
      })
    })
  }
