import { recordAudit } from '../../platform/audit/record.ts'
import { type Attempted, countAttempt } from '../../platform/auth/attempts.ts'
import type { SignInMethod } from '../../platform/auth/sessions.store.ts'
import { type Arrival, type CommandDeps, visitor } from './access.deps.ts'
import type { Account } from './account.reads.ts'

interface FailedSignIn {
  readonly attempted: readonly Attempted[]
  readonly method: SignInMethod
  /** Whom it was about; null when nobody is known by what was given. */
  readonly account: Account | null
}

/**
 * Counts a failed sign-in and writes it to the log. A name that nobody has is not written down: people type their
 * password there. That a limit is reached is written once, not for every request it turns away.
 */
export async function recordFailedSignIn(
  { db, clock, plantId }: CommandDeps,
  { attempted, method, account }: FailedSignIn,
  arrival: Arrival,
): Promise<void> {
  const subject = {
    subjectKind: 'user',
    subjectId: account === null ? '' : String(account.id),
    subjectName: account?.username ?? '',
  }
  const nobody = visitor(plantId, arrival)
  await db.tx(async (write) => {
    const reached: string[] = []
    for (const attempt of attempted) {
      if (await countAttempt(write, plantId, attempt, clock.now())) reached.push(attempt.limit.scope)
    }
    await recordAudit(write, nobody, { action: 'signin.failed', ...subject, after: { method } })
    if (reached.length > 0) {
      await recordAudit(write, nobody, { action: 'signin.limited', ...subject, after: { method, reached } })
    }
  })
}
