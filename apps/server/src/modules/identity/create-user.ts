import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { rejectBroken } from './broken-constraint.ts'
import { grantable } from './grants.ts'
import { handedOver } from './handed-over.ts'
import type { CommandDeps } from './people.deps.ts'
import { insertPerson, saveRolesOf } from './people.store.ts'
import type { PersonInput } from './update-user.ts'

export interface HandOver {
  readonly userId: number
  readonly oneTimePassword: string
  readonly expiresAt: Date
}

/** Creates a person with a one-time password. */
export const createUser =
  ({ db, clock, passwords }: CommandDeps & { passwords: Passwords }) =>
  async (actor: Actor, input: PersonInput & { readonly username: string }): Promise<HandOver> => {
    const { username, cnName, email, phone, wecomId = null, roleIds } = input
    const now = clock.now()
    const { oneTimePassword, expiresAt, stored: password } = await handedOver(passwords, now)
    try {
      const userId = await db.tx(async (write) => {
        const roles = await grantable(write, actor, roleIds)
        const person = { username, cnName, email, phone, wecomId }
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
          after: { ...person, roles: roles.map((role) => role.code) },
        })
        await recordEvent(write, actor, { name: 'users.created', subjectId: String(id) })
        return id
      })
      return { userId, oneTimePassword, expiresAt }
    } catch (error) {
      rejectBroken(error, { username, wecomId })
    }
  }
