import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { rejectBroken } from './broken-constraint.ts'
import { changeable, uphold } from './grants.ts'
import type { CommandDeps } from './people.deps.ts'
import { userById } from './people.reads.ts'
import { saveStatus } from './people.store.ts'

interface StatusInput {
  readonly version: number
  readonly status: 'active' | 'disabled'
}

/** Disables a person and ends their sessions, or enables the person again. */
export const setUserStatus =
  ({ db, clock }: CommandDeps) =>
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
