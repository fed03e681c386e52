import type { Passwords } from '../../platform/auth/passwords.ts'
import { randomPassword } from '../../platform/auth/token.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { accountLimit, forgetAttempts } from '../../platform/auth/attempts.ts'
import {
  type StoredPassword,
  personForUpdate,
  deletePerson,
  isUsed,
  savePerson,
  saveRolesOf,
  insertPerson,
  saveStatus,
  savePassword,
} from './people.store.ts'
import { rejectBroken, changeable, grantable, uphold } from './change-roles.ts'
import type { PeopleCommandDeps } from './identity.deps.ts'
import { userById } from './people.queries.ts'
import type { Role } from './roles.store.ts'

/** Short enough to be read out over the phone or from paper: 60 random bits. */
const length = 12
const lifeMilliseconds = 24 * 3_600_000

/** A one-time password from an administrator: valid for one sign-in within a day. */
export async function handedOver(
  passwords: Passwords,
  now: Date,
): Promise<{ oneTimePassword: string; expiresAt: Date; stored: StoredPassword }> {
  const oneTimePassword = randomPassword(length)
  const expiresAt = new Date(now.getTime() + lifeMilliseconds)
  const hash = await passwords.hash(oneTimePassword)
  return { oneTimePassword, expiresAt, stored: { hash, state: 'once', expiresAt } }
}

interface PersonInput {
  readonly cnName: string
  readonly email: string | null
  readonly phone: string | null
  /** Omitted: unchanged. */
  readonly wecomId?: string | null | undefined
  /** Omitted: unchanged. */
  readonly badge?: string | null | undefined
  readonly roleIds: readonly string[]
}

/** Changes a person and their roles. */
export const updateUser =
  ({ db, clock }: PeopleCommandDeps) =>
  async (actor: Actor, userId: string, input: PersonInput & { readonly version: number }): Promise<void> => {
    const { plantId } = actor
    const { version, cnName, email, phone, roleIds } = input
    const now = clock.now()
    try {
      await db.tx(async (write) => {
        const { person, roles: before } = await changeable(write, actor, userId)
        if (person.version !== version) {
          fail('version.conflict', {
            current: await userById(asReads(write), plantId, actor, now, person.id),
          })
        }
        const roles = await grantable(write, actor, roleIds)
        const wecomId = input.wecomId === undefined ? person.wecomId : input.wecomId
        const badge = input.badge === undefined ? person.badge : input.badge
        const facts = { cnName, email, phone, wecomId, badge }
        await savePerson(write, plantId, person.id, facts, { by: Number(actor.userId), now })
        await saveRolesOf(
          write,
          person.id,
          roles.map((role) => role.id),
        )
        await recordAudit(write, actor, {
          action: 'user.update',
          subjectKind: 'user',
          subjectId: userId,
          subjectName: person.username,
          before: {
            cnName: person.cnName,
            email: person.email,
            phone: person.phone,
            wecomId: person.wecomId,
            badge: person.badge,
            roles: codesOf(before),
          },
          after: { ...facts, roles: codesOf(roles) },
        })
        await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
      })
    } catch (error) {
      rejectBroken(error, { wecomId: input.wecomId, badge: input.badge })
    }
  }

const codesOf = (roles: readonly Role[]): string[] => roles.map((role) => role.code)

interface HandOver {
  readonly userId: number
  readonly oneTimePassword: string
  readonly expiresAt: Date
}

export type UserInput = PersonInput & { readonly username: string }

/** Creates a person with a one-time password. */
export const createUser =
  ({ db, clock, passwords }: PeopleCommandDeps & { passwords: Passwords }) =>
  async (actor: Actor, input: UserInput): Promise<HandOver> => {
    const now = clock.now()
    const { oneTimePassword, expiresAt, stored } = await handedOver(passwords, now)
    const userId = await db.tx((write) => addUser({ write, actor, now }, input, stored))
    return { userId, oneTimePassword, expiresAt }
  }

interface CommandContext {
  readonly write: Write
  readonly actor: Actor
  readonly now: Date
}

/** Adds a person; returns the id. */
export async function addUser(
  { write, actor, now }: CommandContext,
  { username, cnName, email, phone, wecomId = null, badge = null, roleIds }: UserInput,
  password: StoredPassword,
): Promise<number> {
  try {
    const roles = await grantable(write, actor, roleIds)
    const person = { username, cnName, email, phone, wecomId, badge }
    const hand = { by: Number(actor.userId), now }
    const id = await insertPerson(write, actor.plantId, { ...person, password }, hand)
    await saveRolesOf(
      write,
      id,
      roles.map((role) => role.id),
    )
    await recordAudit(write, actor, {
      action: 'user.create',
      subjectKind: 'user',
      subjectId: String(id),
      subjectName: username,
      after: { ...person, roles: codesOf(roles) },
    })
    await recordEvent(write, actor, { name: 'users.created', subjectId: String(id) })
    return id
  } catch (error) {
    rejectBroken(error, { username, wecomId, badge })
  }
}

/** Deletes a person who was added by mistake: nobody has signed in as this person or written to them. */
export async function removeUser(
  { write, actor }: CommandContext,
  userId: string,
  version: number,
): Promise<void> {
  const { person } = await changeable(write, actor, userId)
  if (person.version !== version) fail('version.conflict')
  if (await isUsed(write, person.id)) fail('in_use')
  await saveRolesOf(write, person.id, [])
  await rejectingBroken(null, () => deletePerson(write, actor.plantId, person.id))
  await recordAudit(write, actor, {
    action: 'user.delete',
    subjectKind: 'user',
    subjectId: userId,
    subjectName: person.username,
  })
  await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
}

interface StatusInput {
  readonly version: number
  readonly status: 'active' | 'disabled'
}

/** Disables a person and ends their sessions, or enables the person again. */
export const setUserStatus =
  ({ db, clock }: PeopleCommandDeps) =>
  async (actor: Actor, userId: string, { version, status }: StatusInput): Promise<void> => {
    const { plantId } = actor
    const now = clock.now()
    try {
      await db.tx(async (write) => {
        const { person } = await changeable(write, actor, userId)
        const current = await userById(asReads(write), plantId, actor, now, person.id)
        if (current === null) fail('not_found')
        if (person.version !== version) fail('version.conflict', { current })
        if (person.status === status) return
        if (status === 'disabled') uphold(current.can.disable)
        await saveStatus(write, plantId, person.id, status, { by: Number(actor.userId), now })
        if (status === 'disabled') await endSessionsOf(write, plantId, person.id)
        await recordAudit(write, actor, {
          action: status === 'disabled' ? 'user.disable' : 'user.enable',
          subjectKind: 'user',
          subjectId: userId,
          subjectName: person.username,
        })
        await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
      })
    } catch (error) {
      rejectBroken(error)
    }
  }

/** Replaces a person's password by a one-time password; ends their sessions and any lockout. */
export const resetPassword =
  ({ db, clock, passwords }: PeopleCommandDeps & { passwords: Passwords }) =>
  async (actor: Actor, userId: string): Promise<HandOver> => {
    const { plantId } = actor
    const { oneTimePassword, expiresAt, stored } = await handedOver(passwords, clock.now())
    return db.tx(async (write) => {
      const { person } = await changeable(write, actor, userId)
      await savePassword(write, plantId, person.id, stored)
      const ended = await endSessionsOf(write, plantId, person.id)
      await forgetAttempts(write, plantId, { limit: accountLimit, key: person.usernameKey })
      await recordAudit(write, actor, {
        action: 'password.reset',
        subjectKind: 'user',
        subjectId: userId,
        subjectName: person.username,
        after: { sessionsEnded: ended },
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
      return { userId: person.id, oneTimePassword, expiresAt }
    })
  }

/** Ends the lock of an account after wrong passwords. It gives nobody a right, so it needs none of the person's. */
export const unlockUser =
  ({ db }: Pick<PeopleCommandDeps, 'db'>) =>
  async (actor: Actor, userId: string): Promise<void> =>
    db.tx(async (write) => {
      const person = (await personForUpdate(write, actor.plantId, Number(userId))) ?? fail('not_found')
      await forgetAttempts(write, actor.plantId, { limit: accountLimit, key: person.usernameKey })
      await recordAudit(write, actor, {
        action: 'user.unlock',
        subjectKind: 'user',
        subjectId: userId,
        subjectName: person.username,
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
    })

/** Ends all sessions of a person; returns how many. */
export const endUserSessions =
  ({ db }: Pick<PeopleCommandDeps, 'db'>) =>
  async (actor: Actor, userId: string): Promise<number> =>
    db.tx(async (write) => {
      const { person } = await changeable(write, actor, userId)
      const ended = await endSessionsOf(write, actor.plantId, person.id)
      await recordAudit(write, actor, {
        action: 'session.end_all',
        subjectKind: 'user',
        subjectId: userId,
        subjectName: person.username,
        after: { sessionsEnded: ended },
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
      return ended
    })
