import { recordAudit } from '../../platform/audit/record.ts'
import { type Attempted, countAttempt } from '../../platform/auth/attempts.ts'
import type { SignInMethod } from '../../platform/auth/sessions.ts'
import { type Arrival, type CommandDeps, visitor } from './access.deps.ts'
import type { Account } from './account.reads.ts'

interface FailedSignIn {
  readonly attempted: readonly Attempted[]
  readonly method: SignInMethod
  /** The person concerned; null when the input matches nobody. */
  readonly account: Account | null
}

/**
 * Counts a failed sign-in and writes an audit log entry. An unknown name is not logged, because people sometimes type their
 * password there. Reaching a limit is logged once, not for every rejected request.
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
