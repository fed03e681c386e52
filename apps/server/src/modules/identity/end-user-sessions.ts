import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { changeable } from './grants.ts'
import type { CommandDeps } from './people.deps.ts'

/** Ends all sessions of a person; returns how many. */
export const endUserSessions =
  ({ db }: Pick<CommandDeps, 'db'>) =>
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
