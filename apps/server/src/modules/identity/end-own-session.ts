import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { CommandDeps } from './access.deps.ts'
import { endSession } from './session.store.ts'

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
