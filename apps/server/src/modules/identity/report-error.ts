import { type AttemptLimit, countAttempt, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { CommandDeps } from './access.deps.ts'
import { dropOldClientErrors, saveClientError } from './client-errors.store.ts'

/** A browser reports each kind of error once, so more reports from one session are noise. */
const reportLimit: AttemptLimit = { scope: 'client-error', most: 60, seconds: 600 }

interface ErrorReport {
  readonly message: string
  readonly stack?: string | undefined
  readonly component?: string | undefined
  readonly info?: string | undefined
  readonly url: string
  readonly appVersion: string
  readonly count?: number | undefined
}

/** Records an error that the browser caught. */
export const reportError =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, report: ErrorReport): Promise<void> => {
    const { plantId, sessionId } = actor
    const now = clock.now()
    const attempt = { limit: reportLimit, key: sessionId }
    await rejectWhenClosed(db.reads, plantId, [attempt], now)
    const facts = {
      message: report.message,
      stack: report.stack ?? '',
      component: [report.component, report.info]
        .filter((part) => part !== undefined && part !== '')
        .join(' · '),
      url: report.url,
      appVersion: report.appVersion,
      count: report.count ?? 1,
      userId: Number(actor.userId),
    }
    await db.tx(async (write) => {
      await countAttempt(write, plantId, attempt, now)
      await saveClientError(write, plantId, facts, now)
      await dropOldClientErrors(write, plantId)
    })
  }
