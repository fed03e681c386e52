import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { rejectBroken } from './broken-constraint.ts'
import { changeable, grantable } from './grants.ts'
import type { CommandDeps } from './people.deps.ts'
import { userById } from './people.reads.ts'
import { savePerson, saveRolesOf } from './people.store.ts'
import type { Role } from './roles.store.ts'

export interface PersonInput {
  readonly cnName: string
  readonly email: string | null
  readonly phone: string | null
  /** Omitted: unchanged. */
  readonly wecomId?: string | null | undefined
  readonly roleIds: readonly string[]
}

/** Changes a person and their roles. */
export const updateUser =
  ({ db, clock }: CommandDeps) =>
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
        const facts = { cnName, email, phone, wecomId }
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
            roles: codesOf(before),
          },
          after: { ...facts, roles: codesOf(roles) },
        })
        await recordEvent(write, actor, { name: 'users.changed', subjectId: userId })
      })
    } catch (error) {
      rejectBroken(error, { wecomId: input.wecomId })
    }
  }

const codesOf = (roles: readonly Role[]): string[] => roles.map((role) => role.code)
