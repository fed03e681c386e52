import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { accountLimit, addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { passwordWeakness, type Passwords } from '../../platform/auth/passwords.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type Reads, type Write, asReads } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import type { Arrival, CommandDeps } from './identity.deps.ts'
import { type Account, accountById, userInfo } from './account.queries.ts'
import { saveOwnPassword, type Profile, profileForUpdate, saveProfile } from './account.store.ts'
import { recordFailedSignIn } from './sign-in.ts'

/**
 * The person's own account, once the password is right. A wrong one counts as a failed sign-in and fails with
 * `password.wrong`.
 */
export async function requireOwnPassword(
  deps: CommandDeps & { readonly passwords: Passwords },
  actor: Actor,
  password: string,
  arrival: Arrival,
): Promise<Account> {
  const { db, clock, passwords } = deps
  const { plantId, username } = actor
  const attempted = [
    { limit: accountLimit, key: usernameKey(username) ?? '' },
    { limit: addressLimit, key: actor.address },
  ]
  await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
  const account = await accountById(db.reads, plantId, Number(actor.userId))
  if (account !== null && (await passwords.verify(account.passwordHash, password))) return account
  await recordFailedSignIn(deps, { attempted, method: 'password', account }, arrival)
  fail('password.wrong')
}

interface PasswordChange {
  readonly current: string
  readonly next: string
}

/** Changes a person's own password and ends their other sessions. A wrong current password counts as a failed sign-in. */
export const changePassword =
  (deps: CommandDeps & { passwords: Passwords }) =>
  async (actor: Actor, { current, next }: PasswordChange, arrival: Arrival): Promise<void> => {
    const { db, passwords } = deps
    const { plantId, username } = actor
    const userId = Number(actor.userId)
    const account = await requireOwnPassword(deps, actor, current, arrival)
    const reason = next === current ? 'same' : passwordWeakness(next, [username, actor.cnName])
    if (reason !== null) fail('password.weak', { params: { reason } })

    const hash = await passwords.hash(next)
    await db.tx(async (write) => {
      if (!(await saveOwnPassword(write, plantId, account, hash))) fail('password.wrong')
      const ended = await endSessionsOf(write, plantId, userId, { sessionId: Number(actor.sessionId) })
      await recordAudit(write, actor, {
        action: 'password.change',
        subjectKind: 'user',
        subjectId: actor.userId,
        subjectName: username,
        after: { sessionsEnded: ended },
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: actor.userId })
    })
  }

/** Maximum number of preferences per person. */
const maxPreferences = 200

/** All preferences of a person, by key. */
export async function preferencesOf(reads: Reads, userId: number): Promise<Record<string, unknown>> {
  const rows = await reads
    .selectFrom('preferences')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('key')
    .limit(maxPreferences)
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Stores one preference. False when the person already has the maximum number. */
async function savePreference(
  write: Write,
  userId: number,
  { key, value }: { key: string; value: unknown },
  now: Date,
): Promise<boolean> {
  const { others } = await write
    .selectFrom('preferences')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('user_id', '=', userId)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  if (others >= maxPreferences) return false
  const json = JSON.stringify(value)
  await write
    .insertInto('preferences')
    .values({ user_id: userId, key, value: json, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({ value: json, updated_at: now }),
    )
    .execute()
  return true
}

async function forgetPreference(write: Write, userId: number, key: string): Promise<void> {
  await write.deleteFrom('preferences').where('user_id', '=', userId).where('key', '=', key).execute()
}

/** Stores one preference of a person; null deletes it. Not in the audit log: it concerns nobody else. */
export const storePreference =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, key: string, value: unknown): Promise<void> => {
    const userId = Number(actor.userId)
    if (value === null) return db.tx((write) => forgetPreference(write, userId, key))
    try {
      const isStored = await db.tx((write) => savePreference(write, userId, { key, value }, clock.now()))
      if (!isStored) fail('request.too_large')
    } catch (error) {
      if (violationOf(error)?.constraint === 'preferences_size') fail('request.too_large')
      throw error
    }
  }

interface ProfileInput extends Profile {
  readonly version: number
}

/** Changes a person's own name and contact. */
export const updateProfile =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, { version, cnName, email, phone }: ProfileInput): Promise<void> => {
    const { plantId, username } = actor
    const userId = Number(actor.userId)
    await db.tx(async (write) => {
      const before = await profileForUpdate(write, plantId, userId)
      if (before === null) fail('not_found')
      if (before.version !== version) {
        fail('version.conflict', { current: await userInfo(asReads(write), plantId, userId) })
      }
      await saveProfile(write, plantId, userId, { cnName, email, phone }, clock.now())
      await recordAudit(write, actor, {
        action: 'user.update',
        subjectKind: 'user',
        subjectId: actor.userId,
        subjectName: username,
        before: { cnName: before.cnName, email: before.email, phone: before.phone },
        after: { cnName, email, phone },
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: actor.userId })
    })
  }
