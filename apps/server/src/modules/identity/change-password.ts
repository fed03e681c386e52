import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { accountLimit, addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { passwordWeakness, type Passwords } from '../../platform/auth/passwords.ts'
import { endSessionsOf } from '../../platform/auth/sessions.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { Arrival, CommandDeps } from './access.deps.ts'
import { accountById } from './account.reads.ts'
import { saveOwnPassword } from './account.store.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'

interface PasswordChange {
  readonly current: string
  readonly next: string
}

/** Changes a person's own password and ends their other sessions. A wrong current password counts as a failed sign-in. */
export const changePassword =
  (deps: CommandDeps & { passwords: Passwords }) =>
  async (actor: Actor, { current, next }: PasswordChange, arrival: Arrival): Promise<void> => {
    const { db, clock, passwords } = deps
    const { plantId, username } = actor
    const userId = Number(actor.userId)
    const attempted = [
      { limit: accountLimit, key: usernameKey(username) ?? '' },
      { limit: addressLimit, key: actor.address },
    ]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())

    const account = await accountById(db.reads, plantId, userId)
    if (account === null || !(await passwords.verify(account.passwordHash, current))) {
      await recordFailedSignIn(deps, { attempted, method: 'password', account }, arrival)
      fail('password.wrong')
    }
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
