import { recordAudit } from '../../platform/audit/record.ts'
import { accountLimit, forgetAttempts } from '../../platform/auth/attempts.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { HandOver } from './create-user.ts'
import { changeable } from './grants.ts'
import { handedOver } from './handed-over.ts'
import type { CommandDeps } from './people.deps.ts'
import { savePassword } from './people.store.ts'

/** Replaces a person's password by a one-time password; ends their sessions and any lockout. */
export const resetPassword =
  ({ db, clock, passwords }: CommandDeps & { passwords: Passwords }) =>
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
