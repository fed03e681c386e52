import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { CommandDeps } from './access.deps.ts'
import { userInfo } from './account.reads.ts'
import { type Profile, profileForUpdate, saveProfile } from './account.store.ts'

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
